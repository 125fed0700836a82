import { useLocation } from '@remix-run/react'
import { useSite } from '~/platform/page/use-site'
import type { MarkedLink } from '~/ui/grid/grid-toolbar'
import { stepsHref } from './bulk-steps'

/**
 * The marked rows of a list, whose keys are ids of objects, take a step together, and then the list is as it was;
 * nothing for users without queues, who take no steps.
 * @param path the list
 */
export function useMarkedStep(path: string): MarkedLink | undefined {
  const { search } = useLocation()
  const takesSteps = useSite()?.takesSteps
  return takesSteps ? { label: 'Take a step…', href: (keys) => stepsHref(keys, path + search) } : undefined
}
