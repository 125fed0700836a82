import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { suggestionTable } from '../grid-sources'
import { newestSuggestions } from '../runs.server'
import { criteriaOfMonth } from '../suggestions.server'
import { SuggestionsView } from '../suggestions-view'
import { startRun } from './start-run'

export const meta = () => [{ title: 'Suggestions · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'replay')
  const { actor, read, services } = guarded
  const run = await newestSuggestions(read)
  const { month } = criteriaOfMonth(guarded.today)
  const isNew = (run?.criteria as { month?: string } | undefined)?.month === month
  return {
    run: run && { id: run.id, finishedAt: run.finishedAt, month: (run.criteria as { month: string }).month },
    grid: await sourcePage(guarded, args.request, suggestionTable(run)),
    startKey: isAllowed(actor, 'replay', 'add') && !isNew ? services.ids.uuid() : null,
    links: domainLinks(actor, 'replay'),
  }
}

const FORMS: PageForms<Guarded> = {
  suggestions: pageForm({
    fields: z.object({}),
    async answer(guarded) {
      const criteria = criteriaOfMonth(guarded.today)
      return redirect(`/replay/${await startRun(guarded, { kind: 'suggestions', criteria })}`)
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, FORMS, await guard(args, 'replay', 'add'))
}

/** Tolerances worth reviewing, by the newest list. */
export default function Suggestions() {
  const { links, ...shown } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <SuggestionsView {...shown} refused={refused} />
    </>
  )
}
