import { useSite } from '~/platform/page/use-site'
import type { MarkedLink } from '~/ui/grid/grid-toolbar'
import { stepsHref } from './bulk-steps'

/**
 * The marked rows of a list, whose keys are ids of objects, take a step together; nothing for users without queues, who
 * take no steps.
 * @param back the list: "drafts"
 */
export function useMarkedStep(back: string): MarkedLink | undefined {
  return useSite()?.takesSteps ? { label: 'Take a step…', href: (keys) => stepsHref(keys, back) } : undefined
}
