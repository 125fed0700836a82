import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { type CancelFormProps, CancelPopup } from '~/platform/workflow/step-form'
import type { Refused } from '~/ui/form/error-summary'

/** Popup that asks before an object is cancelled. */
export function CancelPage() {
  const keepHref = useLocation().pathname.replace(/\/cancel\/*$/i, '')
  return (
    <CancelPopup
      {...useLoaderData<Omit<CancelFormProps, 'keepHref' | 'refused'>>()}
      keepHref={keepHref}
      refused={useActionData<Refused>()}
    />
  )
}
