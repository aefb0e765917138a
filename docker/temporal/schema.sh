#!/bin/sh
# One-shot: makes or upgrades both databases of the Temporal server. Harmless when it runs again.
set -eu

setup() {
  database=$1
  schema=$2
  tool="temporal-sql-tool --plugin postgres12 --endpoint $POSTGRES_SEEDS --port $DB_PORT --user $POSTGRES_USER"
  $tool --database "$database" create
  $tool --database "$database" setup-schema --version 0.0
  $tool --database "$database" update-schema --schema-dir "${SCHEMA_DIR:-/etc/temporal/schema}/postgresql/v12/$schema/versioned"
}

setup temporal temporal
setup temporal_visibility visibility
