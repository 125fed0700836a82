import type { Send } from '../session'
import { COVERED, type Cover } from './covered'

/** What was different in a table at an instant. All are JSON texts, so that no number passes through JavaScript. */
interface PastTable {
  /** Keys of the rows changed or added since. */
  gone: string
  /** Their recorded images, for those that existed. */
  images: string
  /** Keys of those that did not exist. */
  absent: string
}

/**
 * Sends reading statements so that each covered table in them has its state at an instant: it is replaced by a common
 * table expression with the same name, which has the rows unchanged since, and the recorded images of the others. The
 * changes since are read once, when a statement first uses the table.
 */
export function pastSend(send: Send, at: Date): Send {
  let changed: Promise<ReadonlySet<string>> | undefined
  const cache = new Map<string, Promise<PastTable | null>>()
  const pastOf = (table: string): Promise<PastTable | null> => {
    const found = cache.get(table) ?? readPast(table)
    cache.set(table, found)
    return found
  }
  const readPast = async (table: string) => {
    changed ??= changedSince(send, at)
    return (await changed).has(table) ? pastTable(send, table, coverOf(table), at) : null
  }
  return async (text, params, values) => {
    const words = wordsIn(text)
    const names = Object.keys(COVERED).filter((table) => words.has(table))
    const parts = await Promise.all(
      names.map(async (name) => {
        const cover = coverOf(name)
        const [own, parent] = await Promise.all([
          cover.dated ? null : pastOf(name),
          cover.follows ? pastOf(cover.follows) : null,
        ])
        return { name, cover, own, parent }
      }),
    )
    const all = [...params]
    const put = (value: string) => `$${all.push(value)}`
    const tables = [
      ...PRESENT_ALONE.filter((table) => words.has(table)).map(emptyTable),
      ...parts.flatMap((part) => tableThen(part, at, put) ?? []),
    ]
    return tables.length === 0 ? send(text, params, values) : send(withTables(text, tables), all, values)
  }
}

const coverOf = (table: string): Cover => COVERED[table] ?? { key: [] }

/** Tables that are not recorded, and that pages of the past must not show as of now. */
const PRESENT_ALONE = ['session']

const emptyTable = (table: string) =>
  `"${table}" as not materialized (select * from public."${table}" where false)`

/** Words of a statement, among them the tables that it reads: a column of the same name costs only one look-up. */
const wordsIn = (text: string) =>
  new Set(text.match(/(?<![.\w$])"?[a-z_]\w*/g)?.map((word) => word.replace('"', '')))

const withTables = (text: string, tables: readonly string[]) => {
  const own = /^\s*with\s+(recursive\s+)?/i.exec(text)
  return own
    ? `with ${own[1] ?? ''}${tables.join(', ')}, ${text.slice(own[0].length)}`
    : `with ${tables.join(', ')} ${text}`
}

interface Part {
  name: string
  cover: Cover
  own: PastTable | null
  parent: PastTable | null
}

/** A table's past state as a common table expression; null if it has not changed. */
function tableThen(
  { name, cover, own, parent }: Part,
  at: Date,
  put: (value: string) => string,
): string | null {
  const table = `public."${name}"`
  if (cover.dated)
    return `"${name}" as not materialized (select * from ${table} where "${cover.dated}" <= ${put(at.toISOString())}::timestamptz)`
  const rows = (json: string) => `jsonb_populate_recordset(null::${table}, ${put(json)}::jsonb)`
  const without: string[] = []
  if (own) {
    const same = cover.key.map((column) => `g."${column}" = r."${column}"`).join(' and ')
    without.push(`not exists (select from ${rows(own.gone)} g where ${same})`)
  }
  if (parent && parent.absent !== '[]')
    without.push(
      `not exists (select from jsonb_populate_recordset(null::public."${cover.follows}", ${put(parent.absent)}::jsonb) p where p.id = r."${cover.owner}")`,
    )
  if (without.length === 0) return null
  const before = own && own.images !== '[]' ? ` union all select i.* from ${rows(own.images)} i` : ''
  return `"${name}" as not materialized (select r.* from ${table} r where ${without.join(' and ')}${before})`
}

async function changedSince(send: Send, at: Date): Promise<ReadonlySet<string>> {
  const rows = await send(
    `select distinct d.table_name as name from change_seal s join data_change d on d.seal_id = s.id and d.xact is not distinct from s.xact where s.at > $1::timestamptz`,
    [at.toISOString()],
    false,
  )
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

/**
 * What was different in a table at an instant. A row existed unless its first change since added it; its image is in
 * the last change before. If that lacks a column, because it was added later, or if recording of the table began later,
 * the row is as first recorded in full.
 */
async function pastTable(send: Send, table: string, cover: Cover, at: Date): Promise<PastTable> {
  const read = async (anyOwner: boolean) => {
    const [row] = (await send(pastText(cover, anyOwner), [at.toISOString(), table], false)) as (PastTable & {
      unknown: string
    })[]
    return row
  }
  const row = await read(false)
  // A row that belonged to another object then: its changes are found only by its key.
  const whole = !cover.follows && Number(row?.unknown) > 0 ? await read(true) : row
  return whole ?? { gone: '[]', images: '[]', absent: '[]' }
}

function pastText({ key, owner = key[0], follows }: Cover, anyOwner: boolean): string {
  const keyOf = (image: string) => key.map((column) => `${image} ->> '${column}'`).join(', ')
  const keyObject = `jsonb_build_object(${key.map((column) => `'${column}', f.image -> '${column}'`).join(', ')})`
  const same = key.map((column) => `f.image ->> '${column}' = e.image ->> '${column}'`).join(' and ')
  const lines = `cross join lateral unnest(string_to_array(d.rows, E'\\n')) l(line)`
  const was = `f.act <> '+' and (e.act <> '-' or e.act is null and f.act = '=')`
  return `
    with later as (
      select d.id, d.act, l.line::jsonb as image from change_seal s join data_change d on d.seal_id = s.id and d.xact is not distinct from s.xact ${lines}
      where s.at > $1::timestamptz and d.table_name = $2${follows ? " and left(d.act, 1) in ('~', '-')" : ''}),
    first as materialized (select distinct on (${keyOf('image')}) act, image from later order by ${keyOf('image')}, id),
    earlier as (
      select distinct on (${keyOf('image')}) act, image from (
        select d.id, d.act, l.line::jsonb as image from data_change d join change_seal s on s.id = d.seal_id and d.xact is not distinct from s.xact ${lines}
        where s.at <= $1::timestamptz and d.table_name = $2${
          anyOwner
            ? ''
            : ` and d.owners && (select array_agg(distinct image ->> '${owner}') from first where act <> '+')`
        }) before
      order by ${keyOf('image')}, id desc)
    select coalesce(jsonb_agg(${keyObject}), '[]')::text as gone,
      coalesce(jsonb_agg(f.image || coalesce(e.image, '{}')) filter (where ${was}), '[]')::text as images,
      coalesce(jsonb_agg(${keyObject}) filter (where (${was}) is not true), '[]')::text as absent,
      count(*) filter (where left(f.act, 1) in ('~', '-') and e.act is null) as unknown
    from first f left join earlier e on f.act <> '+' and ${same}`
}
