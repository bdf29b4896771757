# The command line alone: docker build -t retcon . && docker run --rm -v "$PWD:/codex" retcon check
FROM node:22-alpine AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm pack

FROM node:22-alpine
RUN apk add --no-cache git
COPY --from=build /src/retcon-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/retcon-*.tgz && rm /tmp/retcon-*.tgz
USER node
WORKDIR /codex
ENTRYPOINT ["retcon"]
CMD ["--help"]
