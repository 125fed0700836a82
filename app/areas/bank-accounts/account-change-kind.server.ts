import { legalEntity } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { isAllowed, isTeamLeader } from '~/areas/access/actor'
import { voidOtherApprovals } from '~/areas/invoices/payment-approvals.server'
import { entityName } from '~/areas/reference-data/entity-name.server'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { changedField, titleIban } from '~/platform/approvals/change-title.server'
import { type ChangeFields, fieldWords } from '~/platform/approvals/change-words'
import { isDeletion } from '~/platform/approvals/deletion'
import { DomainError } from '~/platform/values/domain-error'
import { showIban } from '~/platform/values/show'
import { type Account, accountLabel, countryNote, readAccountTarget } from './account'
import { lockBankDetails } from './lock-bank-details.server'
import { accountNumbered, accountOf } from './stored-accounts.server'
import { deleteAccount, writeAccount } from './write-account.server'

const LABELS = { iso3Currency: 'Ccy', bic: 'Bic', iban: 'IBAN' }

/** The name of the entity whose account it is. */
const OWNER = sql`coalesce(
  (select owner.name from ${legalEntity} owner where owner.id = split_part(change.target, '/', 1)::int),
  'a legal entity that is gone')`

const accountWords = (before: ChangeFields | null, after: ChangeFields) =>
  fieldWords(LABELS, before, after, (field, text) => (field === 'iban' ? showIban(text) : text))

/** What becomes of an account, behind its currency and number: "was added, BIC BGLLLULL", "was deleted", "is now …". */
function changeWords(before: Account | null, after: object): string {
  if (isDeletion(after)) return 'was deleted'
  if (before === null) return `was added, BIC ${(after as Account).bic}`
  return `is now ${accountLabel(after as Account)}, BIC ${(after as Account).bic}`
}

/** How changes of bank accounts wait for a team leader (product decisions, sections 1 and 5) and take effect. */
export const accountChangeKind: ChangeKind = {
  title: sql`concat('Bank account ', ${changedField('iso3Currency')}, ' ', ${titleIban(changedField('iban'))}, ' of ', ${OWNER})`,
  words(before, after) {
    const words = accountWords(before, after)
    const note = isDeletion(after) ? null : countryNote(after as unknown as Account)
    return note === null ? words : `${words} (look again: ${note})`
  },
  found: titleIban(sql`(change.after ->> 'iban')`),
  mayDecide: (actor) => isTeamLeader(actor) && isAllowed(actor, 'bankaccounts', 'update'),
  decidedBy: 'A member of TEAM LEADER who may update Bank Accounts decides this change.',
  queue: 'TEAM LEADER',
  isMoney: true,
  userName: () => null,
  async current(read, target) {
    const { entityId, accountId } = readAccountTarget(target)
    return accountId === null ? null : accountOf(read, entityId, accountId)
  },
  async check(read, target, after) {
    const { entityId, accountId } = readAccountTarget(target)
    const [owner] = await read
      .select({ name: legalEntity.name })
      .from(legalEntity)
      .where(eq(legalEntity.id, entityId))
    if (!owner)
      throw new DomainError('refused', 'There is no such legal entity any more. Refuse this change.')
    if (isDeletion(after)) return
    const other = await accountNumbered(read, entityId, after as Account, accountId)
    if (other)
      throw new DomainError(
        'refused',
        `${owner.name} has an account ${accountLabel(other)} already. Refuse this change, or decide first the one that deletes that account.`,
      )
  },
  async apply(tx, target, after, by) {
    const { entityId, accountId } = readAccountTarget(target)
    await lockBankDetails(tx, [entityId])
    const before = accountId === null ? null : await accountOf(tx, entityId, accountId)
    if (!isDeletion(after)) await writeAccount(tx, { entityId, accountId }, after as Account, by)
    else if (accountId !== null) await deleteAccount(tx, { entityId, accountId })
    const what = `${accountLabel(before ?? (after as Account))} ${changeWords(before, after)}`
    const why = `the bank details of ${await entityName(tx, entityId)} changed (${what})`
    await voidOtherApprovals(tx, entityId, why, by.now)
  },
  lock: (tx, targets) =>
    lockBankDetails(
      tx,
      targets.map((target) => readAccountTarget(target).entityId),
    ),
}
