import type { Read } from 'db/database'
import { fileFormat } from 'db/schema/file-formats'
import { sql } from 'drizzle-orm'
import { ADMINISTRATION, decidesAlone } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import {
  type ChangeKind,
  changedField,
  DECIDED_BY_ADMINISTRATORS,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { stateOn } from '~/platform/approvals/dated/valid-days'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { checkFormat, type Format } from '~/platform/formats/format'
import { DomainError } from '~/platform/values/domain-error'
import { differenceLine, formatDifferences } from './differences'
import type { FormatRow } from './format-rows'
import { formatVersions } from './formats.server'
import { FUNDESK } from './fundesk'
import { FILE_FORMAT, type RequestedFormat } from './requested-format'
import { formatOfText } from './try-format.server'

const MAX_LINES = 20

/** How new versions of file formats wait for another administrator (product decisions, section 12) and take effect. */
export const formatChangeKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat('File format ', change.target, ', valid from ', ${titleDay(sql`(change.after ->> 'from')`)})`,
  found: changedField('name'),
  describe(before, after) {
    const { definition } = after as unknown as RequestedFormat
    if (before === null) return wordsOfNew(JSON.parse(definition) as Format)
    const { definition: was } = before as unknown as RequestedFormat
    const lines = formatDifferences(JSON.parse(was), JSON.parse(definition)).map(differenceLine)
    const more = lines.length - MAX_LINES
    return [...lines.slice(0, MAX_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  },
  userName: () => null,
  current: newestRequested,
  async check(_, target, after) {
    const checked = checkFormat(JSON.parse((after as RequestedFormat).definition))
    if ('faults' in checked)
      throw new DomainError(
        'refused',
        `The file format ${target} is no longer valid: ${checked.faults[0]?.pointer} ${checked.faults[0]?.what} Refuse it, and have it proposed again.`,
      )
  },
  async apply({ tx, now }, target, after, { requestedBy, approvedBy }) {
    const { definition } = after as RequestedFormat
    const { name, provider, from, to } = formatOfText(definition)
    const newest = (await formatVersions(tx, target)).at(-1)
    await tx.insert(fileFormat).values({
      code: target,
      version: (newest?.version ?? 0) + 1,
      name,
      provider,
      validFrom: from,
      validTo: to,
      definition,
      proposedBy: requestedBy,
      approvedBy,
      approvedAt: now,
    })
  },
}

function wordsOfNew({ name, tables }: Format): string {
  return `New: ${name}, reads ${tables.map(({ kind }) => kind).join(', ')}`
}

async function newestRequested(read: Read, code: string): Promise<RequestedFormat | null> {
  const newest = (await formatVersions(read, code)).at(-1)
  return newest ? { name: newest.name, from: newest.validFrom, definition: newest.definition } : null
}

/** A version that was proposed, as the list of formats shows it, and what becomes of it. */
export interface ProposedFormat extends FormatRow {
  note: string
}

/**
 * Proposes a version of a file format to another administrator; a waiting one of the same code is replaced.
 * @param text its JSON
 * @param comment the reason, for the person who decides
 * @throws DomainError invalid with each fault and its place, or for the built-in format; refused where nothing differs
 */
export async function proposeFormat(
  context: UserWriteContext,
  text: string,
  comment: string,
): Promise<ProposedFormat> {
  const { tx, actor, today } = context
  const { code, name, provider, from, to } = formatOfText(text)
  if (code.toUpperCase() === FUNDESK)
    throw new DomainError('invalid', `${FUNDESK} is built in and never changes. Give another code.`, {
      fields: { definition: `${FUNDESK} is built in: give another code.` },
      places: [{ pointer: '/code', what: `${FUNDESK} is built in: give another code.` }],
    })
  const before = await newestRequested(tx, code)
  if (before && formatDifferences(JSON.parse(before.definition), JSON.parse(text)).length === 0)
    throw new DomainError('refused', `This is the newest version of ${code} already. Change it first.`, {
      places: [{ pointer: '', what: 'Nothing differs from the newest version.' }],
    })
  const after: RequestedFormat = { name, from, definition: text }
  const note = await requestChange(context, { kind: FILE_FORMAT, target: code, before, after, comment })
  const isStored = await decidesAlone(tx, actor.id, ADMINISTRATION)
  const newest = (await formatVersions(tx, code)).at(-1)?.version ?? 0
  return {
    code,
    name,
    provider,
    version: isStored ? newest : newest + 1,
    from,
    to,
    status: isStored ? stateOn(today, { validFrom: from, validTo: to }) : 'pending',
    note,
  }
}
