import type { Read } from 'db/database'
import { clientValidator, exchangeRate } from 'db/schema/lookups'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { SITE_CURRENCY } from '~/areas/reference-data/reference-data'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { bandOfAmount, type Rates, type Rule, type SignatoryClass, type SignaturesNeeded } from './matrix'
import { type Signature, type SigningState, signingState, type Validator } from './signing-state'

/** What is to be signed: the gross amount of a client's draft. */
export interface ToSign {
  /** The client. */
  legalEntityId: number
  /** The day on which the matrix applies. */
  day: Day
  currency: string
  /** In its currency. */
  amount: Decimal
}

/**
 * The signatures that the authorisation matrix in force on the day requires for an amount; null where the client has no
 * matrix in force: then no signature is required.
 */
export async function signaturesNeeded(
  read: Read,
  { legalEntityId, ...amount }: ToSign,
): Promise<SignaturesNeeded | null> {
  const { validFrom, validTo, currency, amountFrom, amountTo, rule } = authorisationRule
  const rows = await read
    .select({ validFrom, validTo, currency, amountFrom, amountTo, rule })
    .from(authorisationRule)
    .where(eq(authorisationRule.legalEntityId, legalEntityId))
  const rules = rows.map((row) => ({ ...row, rule: row.rule as Rule }))
  const currencies = new Set([amount.currency, ...rules.map((each) => each.currency)])
  return bandOfAmount(rules, await ratesOn(read, currencies, amount.day), SITE_CURRENCY, amount)
}

/** The latest rate of each currency on or before a day; a currency without one is left out. */
async function ratesOn(read: Read, currencies: ReadonlySet<string>, day: Day): Promise<Rates> {
  const rates = new Map([[SITE_CURRENCY, '1']])
  if (currencies.size === 1) return rates
  for (const currency of currencies) {
    if (rates.has(currency)) continue
    const [found] = await read
      .select({ rate: exchangeRate.rate })
      .from(exchangeRate)
      .where(and(eq(exchangeRate.currency, currency), lte(exchangeRate.date, day)))
      .orderBy(desc(exchangeRate.date))
      .limit(1)
    if (found) rates.set(currency, found.rate)
  }
  return rates
}

export interface WhoMaySign extends SigningState {
  /** Null where no matrix is in force: no signature is required. */
  needed: SignaturesNeeded | null
  /** The required signatures, and which are missing, in a sentence. */
  why: string
}

/**
 * What the authorisation matrix requires for a draft, who has signed, and for each person who validates for the client
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
  if (needed === null) return 'This client has no valid authorisation matrix: no signature is required.'
  if (missing.length === 0) return `${needed.why} All are complete.`
  const more = missing.length === 1 ? 'One is' : 'Both are'
  return missing.length === 1 && needed.rule === 'A' ? needed.why : `${needed.why} ${more} missing.`
}

/** The people who validate for a client, by name, with all their entries in the matrix. */
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
