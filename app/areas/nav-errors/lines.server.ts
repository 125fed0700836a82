import type { Read } from 'db/database'
import { navErrorLine } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { isCurrency } from '~/platform/values/currencies'
import { Big } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { isDocumentOf } from './case-documents.server'
import { changeCase } from './change-case.server'
import { amountOfLine, DEAL_LINES, ECONOMIC_LINES, type LineEntry } from './lines'
import type { NavErrorCase } from './nav-error'
import { classesOfFund } from './published.server'
import { linesOf } from './read-lines.server'
import { withdrawRow } from './withdraw-row.server'

/** A line as people enter it. */
export interface NewLine extends Omit<LineEntry, 'currency'> {
  /** Null: of the class, or of the fund. */
  currency: string | null
  rule: string
  documentId: number | null
  comment: string
}

const TITLE = 'The line was not added'

/** Adds a line to a case. @throws DomainError invalid, with a sentence for each field */
export function addLine(
  context: UserWriteContext,
  id: number,
  { rule, documentId, comment, ...given }: NewLine,
): Promise<void> {
  const { tx, actor, now } = context
  const add = () =>
    changeCase(context, id, comment, async (found) => {
      const { entry, fields } = await checkedEntry(tx, found, given)
      if (rule.trim() === '') fields.rule = 'Enter the rule by which it is owed.'
      if (documentId !== null && !(await isDocumentOf(tx, id, documentId)))
        fields.documentId = `Document ${documentId} is not one of this case. Add it to the case first.`
      if (Object.keys(fields).length > 0)
        throw new DomainError('invalid', Object.values(fields).join(' '), { title: TITLE, fields })
      await tx.insert(navErrorLine).values({
        navErrorId: id,
        kind: entry.kind,
        entry,
        rule: rule.trim(),
        documentId,
        addedBy: actor.id,
        addedAt: now,
      })
      return {
        name: 'add line',
        log: `Line ${entry.kind}: ${amountOfLine(entry).toFixed()} ${entry.currency}, ${rule.trim()}`,
        data: { entry: canonicalJson(entry) },
      }
    })
  const action = `line of NAV error ${id} ${sha256(canonicalJson({ given, rule, documentId }))}`
  return withIdempotencyKey(context, action, add)
}

async function checkedEntry(
  read: Read,
  { fundId, fundCurrency }: NavErrorCase,
  given: Omit<LineEntry, 'currency'> & { currency: string | null },
): Promise<{ entry: LineEntry; fields: Record<string, string> }> {
  const classes = await classesOfFund(read, fundId)
  const ofClass = classes.find(({ code }) => code === given.classCode)
  const entry = { ...given, currency: given.currency ?? ofClass?.currency ?? fundCurrency }
  const fields: Record<string, string> = {}
  if (entry.classCode !== null && !ofClass)
    fields.classCode = `${entry.classCode} is no class of the fund. Choose one from the list.`
  if (!isCurrency(entry.currency)) fields.currency = 'Enter a currency of ISO 4217, such as EUR.'
  else if (ofClass && entry.currency !== ofClass.currency)
    fields.currency = `${ofClass.code} is in ${ofClass.currency}. Leave the currency blank, or leave the class blank.`
  return { entry, fields: { ...fields, ...faultsOfKind(entry) } }
}

/** What the kind of a line needs. */
function faultsOfKind(entry: LineEntry): Record<string, string> {
  const { kind, classCode, deal, economic, distribution, amount, beneficiary, name, payer } = entry
  if (DEAL_LINES.includes(kind)) {
    if (classCode === null) return { classCode: `A ${kind} is a deal in a class. Choose the class.` }
    if (deal === null) return { deal: 'Enter date, side, shares, the NAV applied and the NAV due.' }
    return new Big(deal.shares).lte(0) ? { shares: 'Shares must be above 0.' } : {}
  }
  if (kind === 'DISTRIBUTION') {
    if (classCode === null) return { classCode: 'A distribution is of a class. Choose the class.' }
    if (distribution === null)
      return { distribution: 'Enter the shares of the record day, what was paid and what was due.' }
    return new Big(distribution.shares).lte(0) ? { shares: 'Shares must be above 0.' } : {}
  }
  if (economic !== null && !ECONOMIC_LINES.includes(kind))
    return { economic: `Only ${ECONOMIC_LINES.join(' and ')} are worked out by the reference class.` }
  if (economic !== null && new Big(economic.navIn).lte(0))
    return { navIn: 'The NAV per share of the day in must be above 0.' }
  const faults: Record<string, string> = {}
  if (amount === null && economic === null && !entry.isPassive) faults.amount = 'Enter the amount.'
  if (kind === 'FEES' && payer === null) faults.payer = 'Enter who received the fees and pays them back.'
  if (beneficiary === 'other' && name === '') faults.name = 'Enter who is paid.'
  if (beneficiary !== 'fund' && amount !== null && new Big(amount).lte(0))
    faults.amount = 'Enter an amount above 0.'
  return faults
}

/** The kind and rule of a line. @throws DomainError not-found */
export async function lineName(read: Read, id: number, lineId: number): Promise<string> {
  const line = (await linesOf(read, id)).find((each) => each.id === lineId)
  if (!line) throw new DomainError('not-found', 'There is no such line in this case. Reload the page.')
  return `${line.kind}: ${line.rule}`
}

/** Takes a line out of a case; it stays stored. @throws DomainError not-found */
export function withdrawLine(
  context: UserWriteContext,
  id: number,
  { lineId, comment }: { lineId: number; comment: string },
): Promise<void> {
  const withdraw = () =>
    changeCase(context, id, comment, async () => {
      const { kind } = await withdrawRow(context, id, {
        table: navErrorLine,
        row: eq(navErrorLine.id, lineId),
        comment,
        title: 'The line was not withdrawn',
        missing: 'There is no such line in this case. Reload the page.',
      })
      return { name: 'withdraw line', log: `Line withdrawn: ${kind}`, data: { lineId } }
    })
  return withIdempotencyKey(context, `withdraw line ${lineId} of NAV error ${id}`, withdraw)
}
