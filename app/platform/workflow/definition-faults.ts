import { chainFaults } from './definition-chain-faults'
import type { DefinitionFault } from './definition-fault'
import { type DefinitionStep, placeName, placesOf, samePlace, stepWords, toPlace } from './definition-step'
import { type Judged, list, stepFaults } from './definition-step-faults'

/** All that is wrong with the steps of a version; an empty list for one that may take effect. */
export function definitionFaults(steps: readonly DefinitionStep[], judged: Judged): DefinitionFault[] {
  const faults = steps.flatMap((step, index) =>
    stepFaults(step, judged).map((what) => ({ step: index, sentence: `"${stepWords(step)}": ${what}` })),
  )
  const twice = steps.flatMap((step, index) =>
    steps.slice(0, index).some((other) => stepWords(other) === stepWords(step))
      ? [
          {
            step: index,
            sentence: `"${stepWords(step)}" is there twice. Give it another name, or delete one.`,
          },
        ]
      : [],
  )
  const missing = judged.rules.needed
    .filter((name) => !steps.some((step) => step.name === name))
    .map((name) => ({
      step: null,
      sentence: `The step "${displayOf(name, judged)}" is missing: Fundesk relies on it. Add it again.`,
    }))
  return [...faults, ...twice, ...missing, ...classFaults(steps), ...chainFaults(steps, judged.rules)]
}

/** A place has one colour. */
function classFaults(steps: readonly DefinitionStep[]): DefinitionFault[] {
  return placesOf(steps).flatMap((place) => {
    const classes = new Set(
      steps.filter((step) => samePlace(toPlace(step), place)).map((step) => step.toClass),
    )
    return classes.size < 2
      ? []
      : [
          {
            step: null,
            sentence: `${placeName(place)} is shown as ${list(classes)}. Give all steps that lead to it one of them.`,
          },
        ]
  })
}

function displayOf(name: string, { shipped }: Judged): string {
  return shipped.find((step) => step.name === name)?.display ?? name
}
