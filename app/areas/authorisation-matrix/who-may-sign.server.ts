import type { Read } from 'db/database'
import { clientValidator } from 'db/schema/lookups'
import { signatory } from 'db/schema/signatures'
import { asc, eq } from 'drizzle-orm'
import type { SignaturesNeeded } from './band-of-amount'
import type { SignatoryClass } from './matrix'
import { signaturesNeeded, type ToSign } from './signatures-needed.server'
import { type Signature, type SigningState, signingState, type Validator } from './signing-state'

export interface WhoMaySign extends SigningState {
  /** Null where no matrix is in force: no signature is asked. */
  needed: SignaturesNeeded | null
  /** What is asked, and what of it is missing, in a sentence. */
  why: string
}

/**
 * What the authorisation matrix asks for a draft, who has signed, and for everybody who validates for the client
 * whether they may still sign, and why.
 * @param signed the signatures of the draft; each counts by the class on its own date
 */
export async function whoMaySign(
  read: Read,
  { signed, ...toSign }: ToSign & { signed: readonly Signature[] },
): Promise<WhoMaySign> {
  const needed = await signaturesNeeded(read, toSign)
  const validators = await validatorsOf(read, toSign.legalEntityId)
  const state = signingState(needed?.rule ?? null, validators, signed, toSign.day)
  return { needed, ...state, why: sentence(needed, state.missing) }
}

function sentence(needed: SignaturesNeeded | null, missing: readonly SignatoryClass[]): string {
  if (needed === null) return 'No authorisation matrix of this client is in force: no signature is asked.'
  if (missing.length === 0) return `${needed.why} All are there.`
  const more = missing.length === 1 ? 'One is' : 'Both are'
  return missing.length === 1 && needed.rule === 'A' ? needed.why : `${needed.why} ${more} missing.`
}

/** Who validates for a client, by name, with all that the matrix says of them. */
async function validatorsOf(read: Read, legalEntityId: number): Promise<Validator[]> {
  const { id, firstName, lastName, isRetired } = clientValidator
  const { validFrom, validTo, signatoryClass } = signatory
  const rows = await read
    .select({ id, firstName, lastName, isRetired, validFrom, validTo, signatoryClass })
    .from(clientValidator)
    .leftJoin(signatory, eq(signatory.validatorId, id))
    .where(eq(clientValidator.legalEntityId, legalEntityId))
    .orderBy(asc(lastName), asc(firstName), asc(id), asc(validFrom))
  const people = new Map<number, Validator & { entries: Validator['entries'][number][] }>()
  for (const row of rows) {
    const person = people.get(row.id) ?? {
      validatorId: row.id,
      name: `${row.firstName} ${row.lastName}`,
      isRetired: row.isRetired,
      entries: [],
    }
    people.set(row.id, person)
    if (row.validFrom !== null)
      person.entries.push({
        validFrom: row.validFrom,
        validTo: row.validTo,
        signatoryClass: row.signatoryClass as SignatoryClass,
      })
  }
  return [...people.values()]
}
