#!/bin/sh
# One-shot: makes the namespace and registers Peerdesk's search attributes. Harmless when it runs again.
# Reads TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and RETENTION.
set -eu

tries=60
until temporal operator cluster health >/dev/null 2>&1; do
  tries=$((tries - 1))
  if [ "$tries" -le 0 ]; then
    echo "no Temporal server answers on $TEMPORAL_ADDRESS" >&2
    exit 1
  fi
  sleep 1
done

if ! temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1; then
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention "$RETENTION"
fi

# A new namespace reaches every part of the server within some seconds.
register() {
  tries=30
  while ! temporal operator search-attribute create --namespace "$TEMPORAL_NAMESPACE" --name "$1" --type "$2"; do
    tries=$((tries - 1))
    if [ "$tries" -le 0 ]; then exit 1; fi
    sleep 1
  done
}

register PeerdeskAccount Keyword
register PeerdeskState Keyword
register PeerdeskAdNumber Keyword
register PeerdeskOrderNumber Keyword
register PeerdeskPair Keyword
register PeerdeskSide Keyword
register PeerdeskCategory Keyword
register PeerdeskMode Keyword
register PeerdeskNeedsHuman Bool
register PeerdeskPaidSince Datetime
