# The pages and the player are built with everything installed …
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs --force

# … and the server runs with what it needs itself, as a user without rights.
FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY --from=build /app/dist ./dist
COPY src ./src
COPY CHANGELOG.md LICENSE ./
RUN install --directory --mode=700 --owner=node --group=node /data
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 CHROMIUM_PATH=/usr/bin/chromium
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=4s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# The server finishes running requests at SIGTERM; give it 30 seconds.
STOPSIGNAL SIGTERM
CMD ["node", "src/main.ts"]
