-- Fits PostgreSQL 15 and later. The roles are made before this runs: they belong to the cluster, not to the database.

create table assets.projects (
  id text collate "C" primary key check (id <> ''),
  title text not null,
  about text not null
);
--> statement-breakpoint
-- The names alone: whoever may see an asset without reading it sees this row and no other.
create table assets.assets (
  project text collate "C" not null references assets.projects on delete cascade,
  id text collate "C" not null check (id <> ''),
  primary key (project, id)
);
--> statement-breakpoint
create table assets.contents (
  project text collate "C" not null,
  asset text collate "C" not null,
  mime_type text not null,
  size integer not null check (size = octet_length(original)),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer,
  height integer,
  original bytea not null,
  original_is_text boolean not null,
  thumbnail bytea not null,
  thumbnail_mime_type text not null,
  thumbnail_is_text boolean not null,
  primary key (project, asset),
  foreign key (project, asset) references assets.assets on delete cascade
);
--> statement-breakpoint
create table assets.roles (
  principal text collate "C" not null check (principal <> ''),
  project text collate "C" not null references assets.projects on delete cascade,
  role text not null check (role in ('owner', 'member', 'viewer')),
  primary key (principal, project)
);
--> statement-breakpoint
create index roles_of_project on assets.roles (project);
--> statement-breakpoint
-- Restrictions and revocations do not depend on the asset's row: a file that is deleted and put back stays closed.
create table assets.restrictions (
  project text collate "C" not null references assets.projects on delete cascade,
  asset text collate "C" not null,
  primary key (project, asset)
);
--> statement-breakpoint
create table assets.revocations (
  principal text collate "C" not null check (principal <> ''),
  project text collate "C" not null references assets.projects on delete cascade,
  asset text collate "C" not null,
  primary key (principal, project, asset)
);
--> statement-breakpoint
create table assets.permission_revisions (
  principal text collate "C" primary key,
  revision bigint not null
);
--> statement-breakpoint
-- In order of principals, so that two changes at once wait for each other instead of deadlocking.
create function assets.advance_revisions(principals text[]) returns void
language sql set search_path = ''
begin atomic
  insert into assets.permission_revisions as held (principal, revision)
  select distinct who, 1 from unnest(principals) as who where who is not null order by who
  on conflict (principal) do update set revision = held.revision + 1;
end;
--> statement-breakpoint
create function assets.principal_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform assets.advance_revisions(array[old.principal, new.principal]);
  return null;
end
$$;
--> statement-breakpoint
create function assets.project_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform assets.advance_revisions(array(
    select held.principal from assets.roles as held where held.project in (old.project, new.project)
  ));
  return null;
end
$$;
--> statement-breakpoint
create trigger advance_revision after insert or update or delete on assets.roles
for each row execute function assets.principal_changed();
--> statement-breakpoint
create trigger advance_revision after insert or update or delete on assets.revocations
for each row execute function assets.principal_changed();
--> statement-breakpoint
create trigger advance_revision after insert or update or delete on assets.restrictions
for each row execute function assets.project_changed();
--> statement-breakpoint
-- What the transaction's principal may do with a project, or (of_asset given) with an asset of it: the one place that
-- says so. It sees the tables of rights with its owner's eyes; the reader's role cannot.
create function assets.permission(of_project text, of_asset text) returns text
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(
    (
      select case
        when of_asset is null then 'readable'
        when held.role = 'viewer' and exists (
          select from assets.restrictions as r where r.project = of_project and r.asset = of_asset
        ) then 'hidden'
        when exists (
          select from assets.revocations as r
          where r.principal = held.principal and r.project = of_project and r.asset = of_asset
        ) then 'visible'
        else 'readable'
      end
      from assets.roles as held
      where held.principal = nullif(current_setting('assets.principal', true), '')
        and held.project = of_project
    ),
    'hidden'
  );
end;
--> statement-breakpoint
create function assets.permission_revision() returns bigint
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(
    (
      select revision from assets.permission_revisions
      where principal = nullif(current_setting('assets.principal', true), '')
    ),
    0
  );
end;
--> statement-breakpoint
alter table assets.projects enable row level security;
--> statement-breakpoint
alter table assets.projects force row level security;
--> statement-breakpoint
alter table assets.assets enable row level security;
--> statement-breakpoint
alter table assets.assets force row level security;
--> statement-breakpoint
alter table assets.contents enable row level security;
--> statement-breakpoint
alter table assets.contents force row level security;
--> statement-breakpoint
create policy reading on assets.projects for select to assets_reader
using (assets.permission(id, null) = 'readable');
--> statement-breakpoint
create policy reading on assets.assets for select to assets_reader
using (assets.permission(project, id) <> 'hidden');
--> statement-breakpoint
create policy reading on assets.contents for select to assets_reader
using (assets.permission(project, asset) = 'readable');
--> statement-breakpoint
-- A policy is for whoever is a member of its role, as the login is: only who has become the writer may write, or see.
create policy writing on assets.projects to assets_writer
using (current_user = 'assets_writer') with check (current_user = 'assets_writer');
--> statement-breakpoint
create policy writing on assets.assets to assets_writer
using (current_user = 'assets_writer') with check (current_user = 'assets_writer');
--> statement-breakpoint
create policy writing on assets.contents to assets_writer
using (current_user = 'assets_writer') with check (current_user = 'assets_writer');
--> statement-breakpoint
revoke all on all functions in schema assets from public;
--> statement-breakpoint
grant usage on schema assets to assets_reader, assets_writer;
--> statement-breakpoint
grant select on assets.projects, assets.assets, assets.contents to assets_reader;
--> statement-breakpoint
grant execute on function assets.permission(text, text), assets.permission_revision() to assets_reader;
--> statement-breakpoint
grant select, insert, update, delete on
  assets.projects, assets.assets, assets.contents, assets.roles, assets.restrictions, assets.revocations,
  assets.permission_revisions
to assets_writer;
--> statement-breakpoint
grant execute on function
  assets.advance_revisions(text[]), assets.principal_changed(), assets.project_changed()
to assets_writer;
