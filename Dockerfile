# glibc, because Temporal's native module has no build for musl that is kept as current.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# No script of a dependency is needed at run time.
RUN npm ci --omit=dev --ignore-scripts

FROM node:24.21.0-bookworm-slim
# Certificates of the public authorities: Temporal's core reads the system's, the slim image has none.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY docker/healthcheck.mjs ./docker/healthcheck.mjs
COPY src ./src
# What the workers would else make at their first start; root's, so that no worker can change what it runs.
RUN node src/workers/bundle/make-bundle.ts all /app/.cache && chmod -R a+rX /app/.cache
# The program writes nothing below /app; only this folder belongs to its user.
RUN mkdir /var/lib/peerdesk && chown node:node /var/lib/peerdesk
USER node
VOLUME /var/lib/peerdesk
ENTRYPOINT ["node", "/app/bin/peerdesk.mjs"]
CMD ["worker"]
