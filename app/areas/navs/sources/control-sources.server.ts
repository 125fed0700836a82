import type { Read } from 'db/database'
import { sql } from 'drizzle-orm'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'

/** Describes the second sources that a control used, and those that it lacks. */
export interface ControlSources {
  /** "register from TA", "cash from BANK of 30/10/2026" */
  restsOn: string[]
  /** "positions", "cash from BROKER" */
  lacks: string[]
}

const KINDS = ['register', 'cash', 'positions', 'prices', 'announcements'] as const

/** What a control read of second sources; null where there was nothing and nothing was expected. */
export async function controlSources(
  read: Read,
  controlId: number,
  navDate: Day,
): Promise<ControlSources | null> {
  const rows = await read.execute<{
    kind: (typeof KINDS)[number]
    tables: { sender: string; date: Day | null }[] | null
    missing: string[] | null
    is_kept: boolean
  }>(sql`
    select part.kind,
      case when jsonb_typeof(part.source) = 'array' or part.source ? 'from' then (
        select jsonb_agg(distinct jsonb_build_object('sender', t ->> 'sender', 'date', null))
        from jsonb_array_elements(coalesce(part.source -> 'from', part.source)) t)
      when jsonb_typeof(part.source) = 'object' then (
        select jsonb_agg(jsonb_build_object('sender', t ->> 'sender', 'date', t ->> 'date'))
        from jsonb_array_elements(part.source -> 'tables') t) end as tables,
      case when part.kind = 'prices' then part.sources -> 'missingVendors'
        when jsonb_typeof(part.source) = 'object' then part.source -> 'missing' end as missing,
      part.kind = 'announcements' and part.is_kept as is_kept
    from nav_control_input i,
      lateral (select kind, i.input -> 'sources' as sources, i.input -> 'sources' -> kind as source,
          coalesce((i.input -> 'fund' ->> 'announcementsKept')::boolean, false) as is_kept
        from jsonb_array_elements_text(${JSON.stringify(KINDS)}::jsonb) kind) part
    where i.control_id = ${controlId} and (part.source is not null or part.is_kept)`)
  if (rows.length === 0) return null
  const restsOn = rows.flatMap(({ kind, tables, is_kept }) => {
    if (tables === null) return is_kept ? [`${kind}, of which none went ex`] : []
    return tables.map(({ sender, date }) =>
      date === null || date === navDate
        ? `${kind} from ${sender}`
        : `${kind} from ${sender} of ${showDay(date)}`,
    )
  })
  const lacks = rows.flatMap(({ kind, tables, missing, is_kept }) => {
    if (missing !== null && missing.length > 0) return missing.map((sender) => `${kind} from ${sender}`)
    return tables === null && !is_kept ? [kind] : []
  })
  return { restsOn, lacks }
}
