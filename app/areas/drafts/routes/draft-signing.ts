import type { Read } from 'db/database'
import { type WhoMaySign, whoMaySign } from '~/areas/authorisation-matrix/who-may-sign.server'
import { type Day, dayIn } from '~/platform/values/day'
import type { Draft } from '../draft'
import { clientOf } from '../draft-choices.server'

/** Who may still sign a draft; null while it does not say for whom and how much. */
export async function signingOf(
  read: Read,
  draft: Draft,
  now: Date,
  timeZone: string,
): Promise<WhoMaySign | null> {
  const legalEntityId = clientOf(draft)
  const { currency, grossAmount: amount } = draft
  if (legalEntityId === null || currency === null || amount === null) return null
  const signed = [
    { validatorId: draft.validatingUserA, date: draft.validationDateA },
    { validatorId: draft.validatingUserB, date: draft.validationDateB },
  ].flatMap(({ validatorId, date }) => (validatorId === null ? [] : [{ validatorId, date }]))
  // The matrix of the last signature's day holds; of today while there is none.
  const last = signed.reduce<Day>((latest, { date }) => (date !== null && date > latest ? date : latest), '')
  return whoMaySign(read, { legalEntityId, day: last || dayIn(now, timeZone), currency, amount, signed })
}
