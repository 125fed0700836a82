import { type DefinitionStep, fromWords, placeName, stepWords, toPlace } from './definition-step'

type Told = (step: DefinitionStep) => string

/** What is told of a step, in the order of its form. */
const FIELDS: readonly [label: string, told: Told][] = [
  ['name', ({ display }) => display],
  ['from', fromWords],
  ['to', (step) => placeName(toPlace(step))],
  ['colour', ({ toClass }) => toClass],
  ['taken by', ({ actingQueue }) => actingQueue],
  ['comment', ({ commentRequired }) => (commentRequired ? 'required' : 'not required')],
  ['excludes', ({ excludes }) => [...excludes].sort().join(', ') || 'nobody'],
  ['asks for', ({ dateToDisplayId }) => askedFor(dateToDisplayId)],
]

/** What a step's form asks for (specification, section 4: dateToDisplayId), in words. */
export function askedFor(dateToDisplayId: DefinitionStep['dateToDisplayId']): string {
  if (dateToDisplayId === null) return 'no dates'
  return {
    1: 'last document reception',
    2: 'client validation date',
    3: 'reason and last document reception',
  }[dateToDisplayId]
}

/** What is different between two versions, a sentence for each step. */
export function definitionChanges(
  before: readonly DefinitionStep[],
  after: readonly DefinitionStep[],
): string[] {
  const pairs = paired(before, after)
  const changed = pairs.flatMap(([was, is]) => {
    const fields = FIELDS.filter(([, told]) => told(was) !== told(is)).map(
      ([label, told]) => `${label} ${told(was)} → ${told(is)}`,
    )
    return fields.length === 0 ? [] : [`${stepWords(was)}: ${fields.join(', ')}`]
  })
  const added = after.filter((step) => !pairs.some(([, is]) => is === step))
  const left = before.filter((step) => !pairs.some(([was]) => was === step))
  return [
    ...changed,
    ...added.map(
      (step) => `Added: ${stepWords(step)}, to ${placeName(toPlace(step))}, taken by ${step.actingQueue}`,
    ),
    ...left.map((step) => `Left out: ${stepWords(step)}`),
  ]
}

/** The same steps of both: of one name, first those that start at the same place, then in their order. */
function paired(before: readonly DefinitionStep[], after: readonly DefinitionStep[]) {
  const pairs: [DefinitionStep, DefinitionStep][] = []
  const isFree = (step: DefinitionStep) => !pairs.some((pair) => pair.includes(step))
  const alike: ((a: DefinitionStep, b: DefinitionStep) => boolean)[] = [
    (a, b) => a.name === b.name && fromWords(a) === fromWords(b),
    (a, b) => a.name === b.name && a.fromQueue === b.fromQueue,
  ]
  for (const isSame of alike)
    for (const was of before) {
      if (!isFree(was)) continue
      const is = after.find((step) => isFree(step) && isSame(was, step))
      if (is) pairs.push([was, is])
    }
  return pairs
}
