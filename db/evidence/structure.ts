import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Read } from '../database'

/**
 * What determines how the database writes, reads and checks rows: its columns, constraints, unique indexes, triggers, rules,
 * views, policies, functions, operators and casts, event triggers, what was put among PostgreSQL's own objects, and settings
 * of the accounts that write them, each by a name for users and with its definition.
 */
type Structure = ReadonlyMap<string, string>

interface StructureItem {
  /** The table that it belongs to; null for functions and all else that belongs to none. */
  table: string | null
  name: string
  definition: string
}

/** The number of the first object that PostgreSQL did not bring itself. */
const FIRST_OWN = 16384

/** What an extension of the site brings is not the release's. One that PostgreSQL has itself brings nothing more. */
const notOfExtension = (catalog: string, oid: string) => `not exists (
  select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e' and refobjid >= ${FIRST_OWN})`

const TABLES = `select oid, relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and ${notOfExtension('pg_class', 'oid')}`

/** Names mean PostgreSQL's objects first, so that one that was put among them is in front of the release's. */
const PLACED = "'put among the objects of PostgreSQL'"

/** The only table of a view, with the dot that stands between it and a column; empty where there are others. */
const ONLY_TABLE = `coalesce((
    select quote_ident(min(used.relname)) || '.' from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      join pg_class used on used.oid = d.refobjid and used.oid <> c.oid
    where r.ev_class = c.oid having count(distinct used.oid) = 1), '')`

/**
 * The options and the query of a view in one form: before PostgreSQL 16 columns have the name of their table in front of
 * them, later only where there are several. White space within quotes stays.
 */
const VIEW = `concat_ws(' ', 'with ' || array_to_string(c.reloptions, ', '), btrim(regexp_replace(
    replace(pg_get_viewdef(c.oid), ${ONLY_TABLE}, ''), '\\s+(?=([^'']*''[^'']*'')*[^'']*$)', ' ', 'g'), ' ;'))`

const ITEMS = `
  with here as (${TABLES})
  select here.name as table, 'table ' || here.name as name, concat_ws(' ', case relpersistence when 'u' then 'unlogged' end,
    case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'f' then 'foreign table' else 'view' end,
    case when c.relrowsecurity then 'with row security' end,
    case when not c.relhastriggers and exists (select from pg_trigger where tgrelid = c.oid) then 'whose triggers are ignored' end,
    case when not c.relhasindex and exists (select from pg_index where indrelid = c.oid) then 'whose indexes are ignored' end
    ) as definition
  from here join pg_class c on c.oid = here.oid
  union all
  select here.name, format('table %s, which inherits from %s', inhrelid::regclass, here.name), 'its rows are among those of ' || here.name
  from here join pg_inherits on inhparent = here.oid
  union all
  select here.name, format('column %s of %s', attname, here.name), concat_ws(' ', format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, case attidentity when 'a' then 'identity' when 'd' then 'own identity' end,
    case when attgenerated = '' then 'default' else 'generated' end || ' ' || pg_get_expr(adbin, adrelid),
    case when attcollation <> typcollation then 'collate ' || attcollation::regcollation end)
  from here join pg_attribute on attrelid = here.oid join pg_type t on t.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select here.name, format('constraint %s of %s', conname, here.name),
    pg_get_constraintdef(c.oid) || case when convalidated then '' else ' not validated' end
  from here join pg_constraint c on conrelid = here.oid where contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select here.name, format('index %s of %s', i.relname, here.name), pg_get_indexdef(i.oid)
  from here join pg_index x on indrelid = here.oid join pg_class i on i.oid = indexrelid
  where (indisunique or indexprs is not null or indpred is not null or exists (
      select from unnest(indclass) class where class >= ${FIRST_OWN} and ${notOfExtension('pg_opclass', 'class')}))
    and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x'))
  union all
  select here.name, format('use of index %s of %s', i.relname, here.name), 'switched off'
  from here join pg_index x on indrelid = here.oid join pg_class i on i.oid = indexrelid
    left join pg_constraint c on conindid = i.oid and conrelid = here.oid and contype in ('p', 'u')
  where (indisunique or c.oid is not null) and not (indisunique and indisvalid and indisready and indislive)
  union all
  select here.name, format('trigger %s of %s', tgname, here.name),
    pg_get_triggerdef(t.oid) || case tgenabled when 'O' then '' when 'D' then ', switched off' else ', switched to ' || tgenabled::text end
  from here join pg_trigger t on tgrelid = here.oid where not tgisinternal
  union all
  select distinct here.name, format('check of constraint %s of %s', conname, here.name), 'switched off'
  from here join pg_trigger t on tgrelid = here.oid join pg_constraint c on c.oid = tgconstraint
  where tgisinternal and tgenabled <> 'O'
  union all
  select here.name, format('rule %s of %s', rulename, here.name), pg_get_ruledef(r.oid)
  from here join pg_rewrite r on ev_class = here.oid where rulename <> '_RETURN'
  union all
  select here.name, 'view ' || here.name, ${VIEW}
  from here join pg_class c on c.oid = here.oid where relkind in ('v', 'm')
  union all
  select here.name, format('policy %s of %s', polname, here.name), concat_ws(' ', polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  from here join pg_policy on polrelid = here.oid
  union all
  select null, format('%s %s(%s)', case prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end,
      proname, pg_get_function_identity_arguments(p.oid)),
    concat_ws(' ', 'returns', pg_get_function_result(p.oid), lanname, case provolatile when 'i' then 'immutable' when 's' then 'stable' end,
      case when prosecdef then 'security definer' end, case when proisstrict then 'strict' end,
      case when proleakproof then 'leakproof' end, 'with defaults ' || pg_get_expr(proargdefaults, 0), array_to_string(proconfig, ' '),
      'sha256', encode(sha256(convert_to(prosrc, 'UTF8')), 'hex'))
  from pg_proc p join pg_language l on l.oid = prolang
  where pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc', 'p.oid')}
  union all
  select null, format('operator %s (%s, %s)', oprname, oprleft::regtype, oprright::regtype), 'by ' || oprcode::text
  from pg_operator o where oprnamespace = 'public'::regnamespace and ${notOfExtension('pg_operator', 'o.oid')}
  union all
  select null, format('cast of %s to %s', castsource::regtype, casttarget::regtype), 'by ' || castfunc::regprocedure::text
  from pg_cast c where c.oid >= 16384 and ${notOfExtension('pg_cast', 'c.oid')}
  union all
  select null, 'event trigger ' || evtname, format('on %s by %s', evtevent, evtfoid::regproc)
  from pg_event_trigger join pg_proc p on p.oid = evtfoid join pg_language l on l.oid = prolang
  where evtenabled <> 'D' and lanname not in ('c', 'internal')
  union all
  select null, 'function pg_catalog.' || oid::regprocedure, ${PLACED}
  from pg_proc where pronamespace = 'pg_catalog'::regnamespace and oid >= ${FIRST_OWN} and ${notOfExtension('pg_proc', 'oid')}
  union all
  select null, 'operator pg_catalog.' || oid::regoperator, ${PLACED}
  from pg_operator where oprnamespace = 'pg_catalog'::regnamespace and oid >= ${FIRST_OWN} and ${notOfExtension('pg_operator', 'oid')}
  union all
  select null, 'table pg_catalog.' || relname, ${PLACED}
  from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and oid >= ${FIRST_OWN} and ${notOfExtension('pg_class', 'oid')}
  union all
  select null, format('setting %s of %s%s', split_part(setting, '=', 1), coalesce('role ' || rolname, 'every role'),
      case setdatabase when 0 then '' else ' in this database' end),
    substr(setting, strpos(setting, '=') + 1)
  from pg_db_role_setting cross join unnest(setconfig) setting left join pg_roles r on r.oid = setrole
  where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and (split_part(setting, '=', 1) in ('search_path', 'session_replication_role', 'row_security') or setting like 'fundesk.%')
    and (setrole = 0 or exists (select from here join pg_class c on c.oid = here.oid
      where relowner = setrole or exists (
        select from aclexplode(relacl) where grantee = setrole and privilege_type = 'INSERT')))`

/** The structure of a database. @param read of db/snapshot.ts, where names have one form */
export async function structureOf(read: Read): Promise<StructureItem[]> {
  const rows: unknown = await read.execute(ITEMS)
  return (rows as StructureItem[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The file with the structure that the migrations of a folder make: names and definitions, in order. */
export const structureFile = (migrations: string) => join(migrations, 'meta/_structure.json')

/** The structure that the release's migrations make. */
export function structureOfRelease(migrations: string): Structure {
  const items = JSON.parse(readFileSync(structureFile(migrations), 'utf8')) as Record<string, string>
  return new Map(Object.entries(items))
}
