import type { Read, Transaction } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { recoverableVat } from 'db/schema/expenses'
import { legalEntity } from 'db/schema/lookups'
import { and, asc, desc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { ADMINISTRATION, decidesAlone } from '~/areas/access/second-person.server'
import { fullName } from '~/areas/access/users.server'
import { ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import { DECIDED_BY_ADMINISTRATORS } from '~/areas/users/user-change-kinds.server'
import {
  type ChangeKind,
  changedField,
  DELETED,
  fieldWords,
  isDeletion,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { waitingOfKind } from '~/platform/approvals/pending-changes.server'
import { day, optionalDay, partOfHundred } from '~/platform/tables/column'
import {
  type EditableTable,
  type RowWish,
  requestedRows,
  rowSchema,
  tableColumns,
  type Written,
} from '~/platform/tables/editable-table.server'
import { entityOptionsOf, idColumn } from '~/platform/tables/options.server'
import { type RowValues, shownColumn, type TableRow, textOf, wordOf } from '~/platform/tables/table-column'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'

/** The part of the VAT on its invoices that a settling entity gets back, from one GL date to another. */
export interface RecoverableVat {
  legalEntityId: number
  /** Percent, 0 to 100. */
  share: Decimal
  /** Both inclusive; null is without end. */
  validFrom: Day
  validTo: Day | null
}

/** The kind of change that waits for a second person. */
const KIND = 'recoverable VAT'

/**
 * The percent of its VAT that an entity gets back on a day; null where none is set: then all of it is.
 * @param day the GL date of the invoice
 */
export async function recoverableShare(
  read: Read,
  legalEntityId: number,
  onDay: Day,
): Promise<Decimal | null> {
  const { share, validFrom, validTo } = recoverableVat
  const [row] = await read
    .select({ share })
    .from(recoverableVat)
    .where(
      and(
        eq(recoverableVat.legalEntityId, legalEntityId),
        lte(validFrom, onDay),
        or(isNull(validTo), gte(validTo, onDay)),
      ),
    )
    .orderBy(desc(validFrom))
    .limit(1)
  return row ? plain(new Big(row.share)) : null
}

/** The expense of an invoice in SQL: as it was booked, else as `splitTaxes` would book it. @param bill alias of its row */
export const expenseSql = (bill: SQL): SQL => sql`coalesce(
  (select booked.expense from booked_taxes booked where booked.invoice_id = ${bill}.id),
  ${bill}.gross_amount - round(${bill}.taxes * coalesce((
    select part.share from ${recoverableVat} part where part.legal_entity_id = ${bill}.settling_entity_id
      and coalesce(${bill}.gl_date, ${bill}.invoice_date) between part.valid_from and coalesce(part.valid_to, 'infinity')
    order by part.valid_from desc limit 1), 100) / 100, 2))`

/** The shares that are set, by the key of their row. */
async function storedShares(read: Read): Promise<Map<string, RecoverableVat>> {
  const rows = await read.select().from(recoverableVat).orderBy(asc(recoverableVat.id))
  return new Map(rows.map(({ id, share, ...row }) => [String(id), { ...row, share: plain(new Big(share)) }]))
}

/** The shares as they will be when all waiting changes are approved. */
async function wishedShares(read: Read): Promise<Map<string, RecoverableVat>> {
  const shares = await storedShares(read)
  for (const { target, after } of await waitingOfKind(read, KIND))
    if (isDeletion(after)) shares.delete(target)
    else shares.set(target, after as RecoverableVat)
  return shares
}

/** Why a share cannot be beside the others, by field: whole sentences. */
function faultsOf(
  of: RecoverableVat,
  target: string,
  all: ReadonlyMap<string, RecoverableVat>,
): Readonly<Record<string, string>> {
  if (of.validTo !== null && of.validTo < of.validFrom)
    return { validTo: `Valid to ${showDay(of.validTo)} is before valid from ${showDay(of.validFrom)}.` }
  const begins = (one: RecoverableVat, other: RecoverableVat) =>
    other.validTo === null || one.validFrom <= other.validTo
  for (const [key, other] of all)
    if (key !== target && other.legalEntityId === of.legalEntityId && begins(of, other) && begins(other, of))
      return {
        validFrom: `Its days overlap with ${other.share} % ${spanOf(other)}: only one share can apply on a day. Give that one an earlier end first, or choose other dates.`,
      }
  return {}
}

const spanOf = ({ validFrom, validTo }: Pick<RecoverableVat, 'validFrom' | 'validTo'>) =>
  `from ${showDay(validFrom)}${validTo === null ? '' : ` to ${showDay(validTo)}`}`

const idIn = (target: string) => (/^[1-9]\d{0,8}$/.test(target) ? Number(target) : null)

const ENTITY = sql`coalesce((select e.name from ${legalEntity} e
  where e.id::text = ${changedField('legalEntityId')}), ${changedField('legalEntityId')})`

/** How changes of recoverable VAT wait for another administrator and take effect. */
export const recoverableVatKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat('Recoverable VAT of ', ${ENTITY}, ', from ', ${titleDay(changedField('validFrom'))})`,
  words: (before, after) =>
    fieldWords(
      { share: 'Recoverable', validFrom: 'Valid from', validTo: 'Valid to' },
      before,
      after,
      (field, text) =>
        field === 'share' ? `${text} %` : /^\d{4}-\d\d-\d\d$/.test(text) ? showDay(text) : text,
    ),
  userName: () => null,
  current: async (read, target) => (await storedShares(read)).get(target) ?? null,
  async check(read, target, after) {
    if (isDeletion(after)) return
    const [fault] = Object.values(faultsOf(after as RecoverableVat, target, await storedShares(read)))
    if (fault) throw new DomainError('refused', `${fault} Decide that change first, or refuse this one.`)
  },
  async apply(tx, target, after) {
    const id = idIn(target)
    if (!isDeletion(after)) await writeShare(tx, id, after as RecoverableVat)
    else if (id !== null) await tx.delete(recoverableVat).where(eq(recoverableVat.id, id))
  },
}

async function writeShare(tx: Transaction, id: number | null, row: RecoverableVat): Promise<void> {
  if (id === null) await tx.insert(recoverableVat).values(row)
  else await tx.update(recoverableVat).set(row).where(eq(recoverableVat.id, id))
}

/** Submits a change to another administrator; it takes effect at once only where there is no second person. */
async function requested(tx: Transaction, { before, after, by }: RowWish): Promise<Written> {
  const was = before && sharesIn(before)
  const named = after ? sharesIn(after) : was
  if (!named) throw new Error('A change of recoverable VAT has a value before or after it')
  const target = before?.key ?? JSON.stringify([named.legalEntityId, named.validFrom])
  if (after) {
    const fields = faultsOf(named, target, await wishedShares(tx))
    if (Object.keys(fields).length > 0)
      throw new DomainError('invalid', Object.values(fields).join(' '), { fields })
  }
  const change = { kind: KIND, target, before: was, after: after ? named : DELETED } as const
  const note = await requestChange(tx, change, by)
  if (!(await decidesAlone(tx, by.actor.id, ADMINISTRATION)))
    return { row: before ?? { ...after, key: '' }, note }
  const stored = [...(await storedShares(tx))].find(
    ([key, row]) => key === target || JSON.stringify([row.legalEntityId, row.validFrom]) === target,
  )
  return { row: stored ? { ...stored[1], key: stored[0] } : { ...(after ?? before), key: target } }
}

function sharesIn(row: RowValues): RecoverableVat {
  return {
    legalEntityId: Number(row.legalEntityId),
    share: textOf(row.share),
    validFrom: textOf(row.validFrom),
    validTo: textOf(row.validTo) || null,
  }
}

const FIELDS = {
  legalEntityId: idColumn('Settling entity', 'no settling entity'),
  share: partOfHundred('Recoverable %'),
  validFrom: day('Valid from'),
  validTo: optionalDay('Valid to'),
}

async function load(read: Read): Promise<TableRow[]> {
  const waiting = new Map((await waitingOfKind(read, KIND)).map(({ target, after }) => [target, after]))
  const names = new Map(
    (await read.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity)).map((row) => [
      row.id,
      row.name,
    ]),
  )
  const order = ({ legalEntityId, validFrom }: RecoverableVat) =>
    `${names.get(legalEntityId) ?? ''} ${validFrom}`
  return [...(await storedShares(read))]
    .sort(([, a], [, b]) => (order(a) < order(b) ? -1 : 1))
    .map(([key, row]) => ({ ...row, key, waits: pendingWords(waiting.get(key)) }))
}

function pendingWords(after: object | undefined): string | null {
  if (!after) return null
  if (isDeletion(after)) return 'Deletion pending'
  const wished = after as RecoverableVat
  return `${wished.share} % ${spanOf(wished)} pending`
}

async function writerOf(read: Read, target: string): Promise<string | null> {
  const { kind, decision, decidedAt, requestedBy } = pendingChange
  const [change] = await read
    .select({ who: fullName })
    .from(pendingChange)
    .leftJoin(appUser, eq(appUser.id, requestedBy))
    .where(and(eq(kind, KIND), eq(pendingChange.target, target), eq(decision, 'approved')))
    .orderBy(desc(decidedAt))
    .limit(1)
  return change?.who ?? null
}

/** How much of its VAT each settling entity recovers; every change waits for another administrator. */
export const recoverableShares: EditableTable = {
  name: 'recoverable-vat',
  title: 'Recoverable VAT',
  one: 'recoverable share',
  about:
    'Percent of the VAT on invoices that each settling entity recovers, the rest is booked to the expense; every change needs another administrator’s approval',
  path: '/admin/lookups/recoverable-vat',
  functionId: 'administration',
  columns: [
    ...tableColumns(FIELDS, {
      legalEntityId: { fixed: true, width: 320 },
      share: { width: 130, hint: 'From 0 to 100. Without an entry for the day, all VAT is recovered.' },
      validFrom: { hint: 'First GL date.' },
      validTo: { hint: 'Last GL date; blank means no end.' },
    }),
    shownColumn('waits', 'Pending', 260),
  ],
  ...requestedRows(load, requested),
  order: [
    { column: 'legalEntityId', descending: false },
    { column: 'validFrom', descending: false },
  ],
  schema: rowSchema(FIELDS),
  labelOf: (row, words) => `${wordOf(words, row, 'legalEntityId', ' ')}${spanOf(sharesIn(row))}`,
  keyIn: ({ id }) => (idIn(textOf(id)) === null ? null : textOf(id)),
  options: { legalEntityId: entityOptionsOf(ENTITY_KINDS) },
  count: (read) => read.$count(recoverableVat),
  writerOf: (read, key) => writerOf(read, key),
}
