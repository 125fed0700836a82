import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { CLASSES_OF, isValidOn, type Rule, type SignatoryClass, type Validity } from './matrix'

/** A person who validates for a client, with all their entries in the matrix. */
export interface Validator {
  validatorId: number
  name: string
  isRetired: boolean
  entries: readonly (Validity & { signatoryClass: SignatoryClass })[]
}

export interface Signature {
  validatorId: number
  /** Null while it is not dated: then it does not count. */
  date: Day | null
}

interface Signed extends Signature {
  name: string
  /** On the day of the signature; null for a person whom the matrix does not name on that day. */
  class: SignatoryClass | null
  /** Does it count towards the required signatures? */
  counts: boolean
  why: string
}

interface Candidate {
  validatorId: number
  name: string
  class: SignatoryClass | null
  may: boolean
  why: string
}

export interface SigningState {
  signed: Signed[]
  /** The classes of the signatures that are still required. */
  missing: SignatoryClass[]
  candidates: Candidate[]
}

/**
 * Who has signed and who may still sign on a day. Two signatures are of two different people; a retired validator can
 * no longer sign; class and validity are those of the day of the signature.
 * @param rule what the matrix requires; null for nothing
 */
export function signingState(
  rule: Rule | null,
  validators: readonly Validator[],
  signatures: readonly Signature[],
  day: Day,
): SigningState {
  const open = [...(rule === null ? [] : CLASSES_OF[rule])]
  const byId = new Map(validators.map((validator) => [validator.validatorId, validator]))
  const taken = new Set<number>()
  // Those of class A first: they take the places of class A, and only then one of class B.
  const judged = new Map<Signature, Signed>()
  for (const wanted of ['A', 'B', null] as const)
    for (const signature of signatures) {
      const validator = byId.get(signature.validatorId)
      const signatoryClass = validator && signature.date ? classOn(validator, signature.date) : null
      if (signatoryClass === wanted) judged.set(signature, judge(signature, validator, signatoryClass))
    }
  const signed = signatures.flatMap((signature) => judged.get(signature) ?? [])
  return {
    signed,
    missing: open,
    candidates: validators.map((validator) => candidate(validator)),
  }

  function judge(
    signature: Signature,
    validator: Validator | undefined,
    signatoryClass: SignatoryClass | null,
  ): Signed {
    const name = validator?.name ?? `Validator ${signature.validatorId}`
    const result = (counts: boolean, why: string) => ({
      ...signature,
      name,
      class: signatoryClass,
      counts,
      why,
    })
    if (!validator) return result(false, 'This person validates for another client.')
    if (signature.date === null) return result(false, `The signature of ${name} is not dated.`)
    const why = whyNever(validator, signatoryClass, signature.date)
    if (rule !== null && why !== null) return result(false, why)
    if (taken.has(validator.validatorId))
      return result(false, `${name} can sign only once; another person must sign too.`)
    taken.add(validator.validatorId)
    if (rule === null) return result(true, `${name} signed; no signature is required.`)
    const place = placeFor(signatoryClass)
    if (place < 0)
      return result(false, `${name} signed, but a signature of class ${signatoryClass} is not required.`)
    const [as] = open.splice(place, 1)
    return result(true, `${name} signed on ${showDay(signature.date)}${inPlace(signatoryClass, as)}.`)
  }

  function candidate(validator: Validator): Candidate {
    const { validatorId, name } = validator
    const signatoryClass = classOn(validator, day)
    const result = (may: boolean, why: string) => ({ validatorId, name, class: signatoryClass, may, why })
    if (taken.has(validatorId)) return result(false, `${name} has already signed.`)
    if (rule === null)
      return validator.isRetired
        ? result(false, `${name} is retired.`)
        : result(true, `No signature is required; ${name} may still be chosen.`)
    const why = whyNever(validator, signatoryClass, day)
    if (why !== null) return result(false, why)
    if (open.length === 0) return result(false, 'All required signatures are complete.')
    const place = placeFor(signatoryClass)
    if (place < 0)
      return result(false, `${name} is of class ${signatoryClass}; a signature of class A is missing.`)
    return result(
      true,
      `${name} is of class ${signatoryClass} and may sign${inPlace(signatoryClass, open[place])}.`,
    )
  }

  /** The open signature that a member of this class may give; an A takes the place of an A before that of a B. */
  function placeFor(signatoryClass: SignatoryClass | null): number {
    if (signatoryClass === null) return -1
    const own = open.indexOf(signatoryClass)
    return own < 0 && signatoryClass === 'A' ? open.indexOf('B') : own
  }
}

const inPlace = (is: SignatoryClass | null, as: SignatoryClass | undefined) =>
  is === 'A' && as === 'B' ? ' where class B is required' : ''

function classOn({ entries }: Validator, day: Day): SignatoryClass | null {
  return entries.find((entry) => isValidOn(entry, day))?.signatoryClass ?? null
}

function whyNever(
  { name, isRetired, entries }: Validator,
  is: SignatoryClass | null,
  day: Day,
): string | null {
  if (isRetired) return `${name} is retired.`
  if (is !== null) return null
  return entries.length === 0
    ? `The authorisation matrix does not name ${name}.`
    : `The authorisation matrix names ${name}, but not for ${showDay(day)}.`
}
