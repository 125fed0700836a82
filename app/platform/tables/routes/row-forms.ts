import { z } from 'zod'
import { parseFields, RELOAD } from '~/http/form'
import { DomainError } from '~/platform/values/domain-error'
import type { RowValues, TableColumn } from '../table-column'
import type { PostedRow } from '../table-row'

/** A row as shown or loaded. */
const Seen = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const MAX_REASON_LENGTH = 1000

/** The fields of a row's form in addition to its values: the row as shown, and the version to overwrite. */
const Carried = z.object({
  seen: z.string().max(100_000, RELOAD).optional(),
  over: z.string().max(100_000, RELOAD).optional(),
  reason: z
    .string()
    .max(MAX_REASON_LENGTH, `Shorten the reason to ${MAX_REASON_LENGTH} characters.`)
    .optional(),
})

export interface SentRow {
  posted: PostedRow
  /** The row as the form last showed it; null for a deleted row, undefined for a new one. */
  seen: RowValues | null | undefined
  /** The reason, if the change waits for approval. */
  comment: string
}

/** Reads a posted form as a row. An unticked box sends nothing: it is false. */
export function sentRow(typed: Readonly<Record<string, string>>, columns: readonly TableColumn[]): SentRow {
  const { seen: shown, over, reason, ...rest } = typed
  const { seen, ...carried } = parseFields(
    Object.fromEntries(
      Object.entries({ seen: shown, over, reason }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
    Carried,
  )
  const version = carried.over ?? seen
  const boxes = columns.flatMap(({ id, kind }) => (kind === 'boolean' ? [[id, ticked(typed[id])]] : []))
  return {
    posted: { ...rest, ...Object.fromEntries(boxes) },
    seen: version === undefined ? undefined : seenIn(version),
    comment: carried.reason ?? '',
  }
}

const ticked = (text: string | undefined) => (text === undefined ? false : text === 'on' ? true : text)

function seenIn(json: string): RowValues | null {
  try {
    return Seen.nullable().parse(JSON.parse(json))
  } catch {
    throw new DomainError('invalid', `The form did not arrive as it was shown. ${RELOAD}`)
  }
}
