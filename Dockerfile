# Seamark on the command line: docs/ci.md says how to run it.
FROM python:3.13-alpine AS build
COPY . /source
RUN python -m venv --without-pip /opt/seamark \
    && pip --python /opt/seamark/bin/python install --no-cache-dir --only-binary :all: --no-binary seamark-lsp "/source[scip]"
# Most of the size is grammars that Seamark never loads.
RUN /opt/seamark/bin/python -c "from seamark.source.grammars import remove_unused; remove_unused()"

FROM python:3.13-alpine
# Git reads revisions for `check --changed-since` and `diff`. Whoever runs the container may write to the cache.
RUN apk add --no-cache git \
    && adduser -D -H -u 10001 seamark \
    && mkdir -m 1777 /cache
COPY --from=build /opt/seamark /opt/seamark
ENV PATH=/opt/seamark/bin:$PATH XDG_CACHE_HOME=/cache
USER seamark
WORKDIR /workspace
ENTRYPOINT ["seamark"]
CMD ["check", "."]
