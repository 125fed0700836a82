import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CLASSES_OF, RULES, type SignatoryClass } from '~/areas/authorisation-matrix/matrix'
import { type Signature, signingState, type Validator } from '~/areas/authorisation-matrix/signing-state'

const DAY = '2026-10-30'
const person = (
  validatorId: number,
  name: string,
  signatoryClass: SignatoryClass | null,
  more = {},
): Validator => ({
  validatorId,
  name,
  isRetired: false,
  entries:
    signatoryClass === null ? [] : [{ signatoryClass, validFrom: '2026-01-01', validTo: null, ...more }],
})
const ANNA = person(1, 'Anna', 'A')
const ALAN = person(2, 'Alan', 'A')
const BEA = person(3, 'Bea', 'B')
const BOB = person(4, 'Bob', 'B')
const NORA = person(5, 'Nora', null)
const RITA: Validator = { ...person(6, 'Rita', 'A'), isRetired: true }
const OLGA = person(7, 'Olga', 'A', { validTo: '2026-06-30' })
const ALL = [ANNA, ALAN, BEA, BOB, NORA, RITA, OLGA]

const signed = (...people: Validator[]): Signature[] =>
  people.map(({ validatorId }) => ({ validatorId, date: DAY }))
const may = (state: ReturnType<typeof signingState>) =>
  state.candidates.flatMap(({ name, may: able }) => (able ? [name] : []))

test.each([
  ['A', [], 'A', 'Anna Alan'],
  ['A', [ANNA], '', ''],
  ['A', [BEA], 'A', 'Anna Alan'],
  ['A+A', [], 'AA', 'Anna Alan'],
  ['A+A', [ALAN], 'A', 'Anna'],
  ['A+A', [ALAN, BEA], 'A', 'Anna'],
  ['A+A', [ALAN, ANNA], '', ''],
  ['A+A', [ALAN, ALAN], 'A', 'Anna'],
  ['A+B', [], 'AB', 'Anna Alan Bea Bob'],
  ['A+B', [ANNA], 'B', 'Alan Bea Bob'],
  ['A+B', [BEA], 'A', 'Anna Alan'],
  ['A+B', [BEA, BOB], 'A', 'Anna Alan'],
  ['A+B', [BEA, ANNA], '', ''],
  ['A+B', [ANNA, ALAN], '', ''],
  ['A+B', [RITA, BEA], 'A', 'Anna Alan'],
  ['A+B', [OLGA, NORA], 'AB', 'Anna Alan Bea Bob'],
] as const)('%s signed by %j: missing "%s", may sign: %s', (rule, people, missing, able) => {
  const state = signingState(rule, ALL, signed(...people), DAY)
  expect([state.missing.join(''), may(state).join(' ')]).toEqual([missing, able])
})

test('class and validity are those on the day of the signature, not today’s', () => {
  const promoted: Validator = {
    ...ANNA,
    entries: [
      { signatoryClass: 'B', validFrom: '2026-01-01', validTo: '2026-06-30' },
      { signatoryClass: 'A', validFrom: '2026-07-01', validTo: null },
    ],
  }
  const missing = (date: string | null) =>
    signingState('A', [promoted], [{ validatorId: 1, date }], DAY).missing.length
  expect([missing('2026-06-30'), missing('2026-07-01'), missing('2025-12-31'), missing(null)]).toEqual([
    1, 0, 1, 1,
  ])
  const early = signingState('A', [OLGA], [{ validatorId: 7, date: '2026-06-30' }], DAY)
  expect(early.signed[0]).toMatchObject({ counts: true, class: 'A' })
})

test('each candidate has a reason in a sentence', () => {
  const why = (rule: (typeof RULES)[number] | null, ...people: Validator[]) =>
    signingState(rule, ALL, signed(...people), DAY).candidates.map((each) => each.why)
  expect(why('A+B', ANNA)).toEqual([
    'Anna has already signed.',
    'Alan is of class A and may sign where class B is required.',
    'Bea is of class B and may sign.',
    'Bob is of class B and may sign.',
    'The authorisation matrix does not name Nora.',
    'Rita is retired.',
    'The authorisation matrix names Olga, but not for 30/10/2026.',
  ])
  expect(why('A', ANNA)[1]).toBe('All required signatures are complete.')
  expect(why('A+A', ANNA)[2]).toBe('Bea is of class B; a signature of class A is missing.')
  expect(why(null)[0]).toBe('No signature is required; Anna may still be chosen.')
  expect(why(null)[5]).toBe('Rita is retired.')
  const state = signingState(
    'A+B',
    ALL,
    [...signed(BEA, BOB, BEA), { validatorId: 99, date: DAY }, { validatorId: 1, date: null }],
    DAY,
  )
  expect(state.signed.map((each) => each.why)).toEqual([
    'Bea signed on 30/10/2026.',
    'Bob signed, but a signature of class B is not required.',
    'Bea can sign only once; another person must sign too.',
    'This person validates for another client.',
    'The signature of Anna is not dated.',
  ])
})

test('what is missing is what no choice of signatures could cover', () => {
  const people = fc.array(
    fc.record({ signatoryClass: fc.constantFrom('A', 'B', null), isRetired: fc.boolean(), signs: fc.nat(2) }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(people, fc.constantFrom(...RULES), (given, rule) => {
      const validators = given.map(({ signatoryClass, isRetired }, at) => ({
        ...person(at, `P${at}`, signatoryClass as SignatoryClass | null),
        isRetired,
      }))
      const signatures = given.flatMap(({ signs }, at) =>
        Array.from({ length: signs }, () => ({ validatorId: at, date: DAY })),
      )
      const state = signingState(rule, validators, signatures, DAY)
      const able = validators.filter(
        ({ isRetired, entries }, at) => !isRetired && entries.length > 0 && (given[at]?.signs ?? 0) > 0,
      )
      const classes = able.map(({ entries }) => entries[0]?.signatoryClass)
      expect(CLASSES_OF[rule].length - state.missing.length).toBe(mostCovered(CLASSES_OF[rule], classes))
      // A candidate who may sign reduces what is missing by one, others do not.
      for (const { validatorId, may: able } of state.candidates) {
        const after = signingState(rule, validators, [...signatures, { validatorId, date: DAY }], DAY)
        expect(after.missing.length).toBe(state.missing.length - (able ? 1 : 0))
      }
      const counted = state.signed.filter(({ counts }) => counts).map(({ validatorId }) => validatorId)
      expect(new Set(counted).size).toBe(counted.length)
    }),
  )
})

/** How many places these people can fill at most, by trying all combinations. */
function mostCovered(
  places: readonly SignatoryClass[],
  people: readonly (SignatoryClass | undefined)[],
): number {
  const [place, ...rest] = places
  if (place === undefined) return 0
  const tries = people.flatMap((is, at) =>
    is === place || is === 'A' ? [1 + mostCovered(rest, people.toSpliced(at, 1))] : [],
  )
  return Math.max(mostCovered(rest, people), ...tries)
}
