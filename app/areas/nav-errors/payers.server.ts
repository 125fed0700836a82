import type { Read } from 'db/database'
import { navErrorDirectPayer, navErrorHolder, navErrorPayer } from 'db/schema/nav-errors'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { Big, sum } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { isDocumentOf } from './case-documents.server'
import { changeCase } from './change-case.server'
import type { CasePayer } from './nav-error'
import { classesOfFund } from './published.server'

export interface Payers {
  payers: readonly CasePayer[]
  /** The payer that pays the holders of a class directly, by class. */
  direct: Readonly<Record<string, string>>
  comment: string
}

const TITLE = 'The payers were not stored'

/**
 * Stores who pays what was too much, in place of those stored before.
 * @throws DomainError invalid, with a sentence for each fault
 */
export function setPayers(
  context: UserWriteContext,
  id: number,
  { payers, direct, comment }: Payers,
): Promise<void> {
  const { tx } = context
  const set = () =>
    changeCase(context, id, comment, async ({ fundId }) => {
      const codes = new Set((await classesOfFund(tx, fundId)).map(({ code }) => code))
      const faults = faultsOf(payers, direct, codes)
      if (faults.length > 0)
        throw new DomainError('invalid', faults.join(' '), { title: TITLE, list: faults })
      await tx.delete(navErrorPayer).where(eq(navErrorPayer.navErrorId, id))
      await tx.delete(navErrorDirectPayer).where(eq(navErrorDirectPayer.navErrorId, id))
      if (payers.length > 0)
        await tx
          .insert(navErrorPayer)
          .values(payers.map((payer, at) => ({ ...payer, navErrorId: id, position: at + 1 })))
      const directly = Object.entries(direct)
      if (directly.length > 0)
        await tx
          .insert(navErrorDirectPayer)
          .values(directly.map(([classCode, payer]) => ({ navErrorId: id, classCode, payer })))
      return {
        name: 'set payers',
        log: `Payers: ${payers.map(({ name, percent }) => `${name} ${percent} %`).join(', ') || 'none'}`,
        data: { payers: canonicalJson(payers), direct: canonicalJson(direct) },
      }
    })
  return withIdempotencyKey(
    context,
    `payers of NAV error ${id} ${sha256(canonicalJson({ payers, direct }))}`,
    set,
  )
}

function faultsOf(
  payers: readonly CasePayer[],
  direct: Readonly<Record<string, string>>,
  codes: ReadonlySet<string>,
): string[] {
  const names = payers.map(({ name }) => name.trim())
  const odd = payers.find(({ percent }) => new Big(percent).lte(0) || new Big(percent).gt(100))
  return [
    names.includes('') && 'Each payer needs a name.',
    new Set(names).size < names.length && 'Name each payer once.',
    odd && `The part of ${odd.name} must be above 0 and at most 100 percent.`,
    payers.length > 0 &&
      !sum(payers.map(({ percent }) => percent)).eq(100) &&
      'The parts of the payers must add up to 100 percent.',
    ...Object.entries(direct).flatMap(([code, payer]) => [
      !codes.has(code) && `${code} is no class of the fund.`,
      !names.includes(payer) && `${payer || 'The direct payer'} is not among the payers.`,
    ]),
  ].filter((each): each is string => typeof each === 'string')
}

/** What a case says of a holder's reference. */
export interface HolderNote {
  holder: string
  /** The reference that it is one with; null for none. */
  sameAs: string | null
  isNominee: boolean
  pays: boolean
  /** A document of the case that shows it. */
  documentId: number | null
  comment: string
}

/**
 * Stores facts about a holder: it is the same as another reference, a nominee, or pays back itself.
 * @throws DomainError invalid
 */
export function noteHolder(context: UserWriteContext, id: number, note: HolderNote): Promise<void> {
  const { tx } = context
  const { holder, sameAs, isNominee, pays, documentId, comment } = note
  const store = () =>
    changeCase(context, id, comment, async () => {
      const fields = await faultsOfNote(tx, id, note)
      if (Object.keys(fields).length > 0)
        throw new DomainError('invalid', Object.values(fields).join(' '), {
          title: 'The holder was not stored',
          fields,
        })
      const values = { sameAs, isNominee, pays, documentId, comment: comment.trim() }
      await tx
        .insert(navErrorHolder)
        .values({ navErrorId: id, holder, ...values })
        .onConflictDoUpdate({ target: [navErrorHolder.navErrorId, navErrorHolder.holder], set: values })
      const what = [
        sameAs !== null && `one with ${sameAs}`,
        isNominee && 'a nominee',
        pays && 'pays back itself',
        documentId !== null && `document ${documentId}`,
      ].filter((each) => each !== false)
      return { name: 'note holder', log: `${holder}: ${what.join(', ') || 'as any other'}` }
    })
  return withIdempotencyKey(context, `holder of NAV error ${id} ${sha256(canonicalJson(note))}`, store)
}

async function faultsOfNote(
  read: Read,
  id: number,
  { holder, sameAs, pays, documentId, comment }: HolderNote,
): Promise<Record<string, string>> {
  const faults: Record<string, string> = {}
  if (holder.trim() === '') faults.holder = 'Enter the reference of the holder.'
  if (sameAs === holder) faults.sameAs = 'Enter another reference of the same holder.'
  if (pays && comment.trim() === '') faults.comment = 'Say why the holder pays back itself.'
  if (documentId !== null && !(await isDocumentOf(read, id, documentId)))
    faults.documentId = `Document ${documentId} is not one of this case. Add it to the case first.`
  else if (pays && documentId === null)
    faults.documentId = 'Name the document of the case by which the holder pays back itself.'
  return faults
}
