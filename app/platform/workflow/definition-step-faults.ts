import { type DefinitionStep, fromWords, OWN_STEP, placeName, samePlace, toPlace } from './definition-step'
import type { KindRules } from './kind-rules'
import { CLOSED_QUEUES } from './queues'
import { OWN_QUEUE, SYSTEM } from './types'

export interface Judged {
  rules: KindRules
  /** The newest version that Fundesk brings. */
  shipped: readonly DefinitionStep[]
  /** Queues that somebody may be a member of. */
  queues: ReadonlySet<string>
}

/** What is wrong with one step, in words that follow its name. */
export function stepFaults(step: DefinitionStep, { rules, shipped, queues }: Judged): string[] {
  const faults: string[] = []
  const say = (fault: string | false) => fault !== false && faults.push(fault)
  const known = new Set(shipped.flatMap((each) => [each.fromQueue, each.toQueue]))
  const brought = shipped.filter(({ name }) => name === step.name)
  if (step.display.trim() === '') faults.push('it has no name on its button. Enter one.')
  say(step.actingQueue === '' && 'it has no queue. Choose whose members take it.')
  for (const queue of new Set([step.fromQueue, step.toQueue]))
    say(
      !known.has(queue) &&
        `there is no queue ${queue || '(blank)'} for ${rules.one}. Choose one of ${list(known)}.`,
    )
  const isOpen = step.actingQueue === OWN_QUEUE ? known.has(OWN_QUEUE) : queues.has(step.actingQueue)
  const byCode = brought.some((each) => each.actingQueue === step.actingQueue)
  say(
    step.actingQueue !== '' &&
      !isOpen &&
      !byCode &&
      `nobody can be in the queue ${step.actingQueue}. Choose another one.`,
  )
  say(step.toStatus.trim() === '' && 'it leads to no status. Enter one.')
  const brings = shipped.some((each) => samePlace(toPlace(each), toPlace(step)))
  say(
    CLOSED_QUEUES.includes(step.toQueue) &&
      (!brings || brought.length === 0) &&
      `only steps that Fundesk brings lead to ${list(CLOSED_QUEUES)}. Add one of those, or lead elsewhere.`,
  )
  const namesake = brings ? undefined : shipped.find(({ toStatus }) => toStatus === step.toStatus)
  say(
    namesake !== undefined &&
      `the status ${step.toStatus} is that of ${placeName(toPlace(namesake))}. Choose another word.`,
  )
  for (const { place, by } of rules.held)
    say(
      step.fromQueue === place.queue &&
        (step.fromStatus === null || step.fromStatus === place.status) &&
        !by.includes(step.name) &&
        `only ${list(by)} lead on from ${placeName(place)}. Start elsewhere.`,
    )
  for (const mark of step.excludes)
    say(
      !rules.marks.includes(mark) &&
        `the four-eyes rule knows no "${mark}". Choose among ${list(rules.marks)}.`,
    )
  say(
    step.condition !== null &&
      !rules.conditions.includes(step.condition) &&
      `the code knows no condition "${step.condition}".`,
  )
  say(
    step.effect !== null &&
      !rules.effects.includes(step.effect) &&
      `the code knows no effect "${step.effect}".`,
  )
  say(
    step.dateToDisplayId !== null &&
      (rules.datesEffect === null || step.effect !== rules.datesEffect) &&
      'its form asks for dates that nothing would store. Leave them out.',
  )
  faults.push(...(brought.length > 0 ? broughtFaults(step, brought, rules) : ownFaults(step, rules)))
  return faults
}

/** A step of Fundesk's keeps what the code relies on. */
function broughtFaults(step: DefinitionStep, brought: readonly DefinitionStep[], rules: KindRules): string[] {
  const byCode = brought.some(({ actingQueue }) => actingQueue === SYSTEM)
  const alike = brought.filter(
    (each) =>
      each.fromQueue === step.fromQueue &&
      each.condition === step.condition &&
      (each.effect === step.effect || (each.effect === null && step.effect === rules.datesEffect)) &&
      each.mark === step.mark &&
      each.opensRound === step.opensRound &&
      (each.actingQueue === SYSTEM) === (step.actingQueue === SYSTEM),
  )
  if (alike.length === 0)
    return [
      `it starts in ${list(new Set(brought.map(({ fromQueue }) => fromQueue)))}, with the rules that Fundesk gives it. Take it from there, or give the step another name.`,
    ]
  const faults: string[] = []
  if (!rules.bendable.includes(step.name) && !alike.some((each) => samePlace(toPlace(each), toPlace(step))))
    faults.push(
      `it leads to ${list(new Set(alike.map((each) => placeName(toPlace(each)))))}: Fundesk relies on that.`,
    )
  if (byCode && !alike.some((each) => each.fromStatus === step.fromStatus))
    faults.push('it is taken by Fundesk itself. Leave it as it is.')
  if (CLOSED_QUEUES.includes(step.fromQueue) && !alike.some((each) => each.fromStatus === step.fromStatus))
    faults.push(`it starts in ${list(new Set(alike.map(fromWords)))}. Take it from there.`)
  if (!step.commentRequired && alike.every(({ commentRequired }) => commentRequired))
    faults.push('it needs a comment: whoever comes after reads why. Ask for one.')
  if (step.dateToDisplayId === null && alike.every(({ dateToDisplayId }) => dateToDisplayId !== null))
    faults.push('its form asks for dates that Fundesk counts with. Leave them in.')
  const kept = alike.find((each) => each.excludes.every((mark) => step.excludes.includes(mark)))
  if (!kept)
    faults.push(
      `it excludes ${list(new Set(alike.flatMap(({ excludes }) => excludes)))} (four-eyes rule). Exclude more if you like, never fewer.`,
    )
  return faults
}

/** A step of the site's own does what a step does, and nothing that only the code does. */
function ownFaults(step: DefinitionStep, { datesEffect }: KindRules): string[] {
  const faults: string[] = []
  if (!step.name.startsWith(OWN_STEP)) faults.push('it has a name that Fundesk may use itself. Add it anew.')
  if (CLOSED_QUEUES.includes(step.fromQueue))
    faults.push(`only steps that Fundesk brings lead out of ${list(CLOSED_QUEUES)}. Start elsewhere.`)
  if (step.actingQueue === SYSTEM)
    faults.push('nobody is in SYSTEM: it would never be taken. Choose another queue.')
  if (step.condition !== null || step.mark !== null || (step.effect !== null && step.effect !== datesEffect))
    faults.push('it has rules of a step that Fundesk brings. Add it anew.')
  return faults
}

/** "A, B and C" */
export function list(words: Iterable<string>): string {
  const all = [...words]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
