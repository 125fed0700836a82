import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { idInPath } from '~/http/address'
import { type Guarded, guard } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, pageRead, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { failedIfLost } from '~/platform/jobs/jobs.server'
import { DomainLinks } from '~/platform/page/use-site'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Grid } from '~/ui/grid/grid'
import { ErrorBanner } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import type { CurveResult } from '../curve'
import { flipTable } from '../grid-sources'
import { Counts, FLIP_COLUMNS, FLIP_GRID } from '../list'
import { isProposable, type ReplayResult, verdict } from '../replay'
import { RunBadge } from '../run-badge'
import { RUN_LABELS } from '../run-label'
import { CurveChart, RunState, WithoutEffect } from '../run-view'
import { cancelRun, REPLAY_JOB, runById } from '../runs.server'

export const meta = () => [{ title: 'Replay · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'replay')
  const { actor, read, services } = guarded
  const stored = await pageRead(() => runById(read, idInPath(args.params.runId)))
  const { result, ...run } = failedIfLost(stored, REPLAY_JOB, services.clock())
  const replayed = run.kind === 'replay' && result ? (JSON.parse(result) as ReplayResult) : null
  return {
    run,
    summary: replayed && { ...replayed, flips: [], verdict: verdict(replayed) },
    curve: run.kind === 'curve' && result ? (JSON.parse(result) as CurveResult) : null,
    grid: await sourcePage(guarded, args.request, flipTable(replayed)),
    cancelKey: isAllowed(actor, 'replay', 'add') && run.status === 'RUNNING' ? services.ids.uuid() : null,
    mayOpenErrors: isAllowed(actor, 'errors', 'add'),
    mayPropose: isAllowed(actor, 'administration', 'update') && isProposable(run),
    links: domainLinks(actor, 'replay'),
  }
}

const FORMS: PageForms<{ guarded: Guarded; id: number }> = {
  cancel: pageForm({
    fields: z.object({}),
    async answer({ guarded, id }) {
      await guarded.transaction((context) =>
        withIdempotencyKey(context, `cancel replay ${id}`, async () => {
          await cancelRun(context, id)
          return {}
        }),
      )
      return redirectWithStatus(guarded, `/replay/${id}`, `Replay ${id} cancelled`)
    },
  }),
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'replay', 'add')
  return handleIntents(args, FORMS, { guarded, id: idInPath(args.params.runId) })
}

/** One run: how far it is, or what it found. */
export default function Run() {
  const { run, summary, curve, grid, cancelKey, mayOpenErrors, mayPropose, links } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`${RUN_LABELS[run.kind]} ${run.id}`}
        aside={<RunBadge status={run.status} />}
        actions={
          mayPropose && (
            <Link className="button" to={`/replay/${run.id}/propose`}>
              Propose…
            </Link>
          )
        }
      >
        {refused && <ErrorBanner title={refused.refusal.title} text={refused.refusal.message} />}
        <RunState run={run} cancelKey={cancelKey} />
        {run.kind === 'detection' && run.status === 'DONE' && (
          <PageSection>
            <Link to="/replay/detection">Show the detection floor</Link>
          </PageSection>
        )}
        {run.kind === 'suggestions' && run.status === 'DONE' && (
          <PageSection>
            <Link to="/replay/suggestions">Show the suggestions</Link>
          </PageSection>
        )}
        {curve && (
          <PageSection>
            <CurveChart result={curve} />
          </PageSection>
        )}
        {summary && (
          <>
            <PageSection title="What would change">
              <p>
                <strong>{summary.verdict}</strong>
              </p>
              <p>
                {summary.controls === 1 ? '1 control' : `${summary.controls} controls`} replayed.{' '}
                {summary.minutesSaved === 1 ? '1 minute' : `${summary.minutesSaved} minutes`} saved, from the
                times at which alerts were justified or explained (at most 60 each).
              </p>
              <WithoutEffect result={summary} />
              {summary.leftOut.map(({ why, controls }) => (
                <p key={why} className="muted">
                  {controls} left out: {why}.
                </p>
              ))}
              <p className="muted">
                Fingerprint {run.fingerprint?.slice(0, 16)}, result {run.digest?.slice(0, 16)}, engine{' '}
                {run.engineVersion}.
              </p>
            </PageSection>
            <Grid
              title="Results that would change"
              columns={FLIP_COLUMNS}
              {...grid}
              options={FLIP_GRID}
              exportTo={`/replay/${run.id}/export/replay`}
              rowKey={(row) => `${row.controlId}-${row.rule}`}
              rowHref={(row) => `/nav-controls/${row.navId}?page=1`}
              rowLabel={(row) => `${row.rule} of ${row.fund}`}
              empty="No result would change."
              actions={
                mayOpenErrors
                  ? {
                      label: 'NAV error',
                      render: ({ navId, rule, what }) =>
                        what !== 'gone' && (
                          <Link
                            to={`/nav-errors/new?nav=${navId}&replay=${run.id}&rule=${rule}`}
                            aria-label={`Open NAV error for ${rule}`}
                          >
                            Open…
                          </Link>
                        ),
                    }
                  : undefined
              }
            />
            <Counts of="Rule" rows={summary.byRule} />
            <Counts of="Fund" rows={summary.byFund} />
            <Counts
              of="Month"
              rows={summary.byMonth.map((each) => ({
                ...each,
                name: `${each.name.slice(5)}/${each.name.slice(0, 4)}`,
              }))}
            />
          </>
        )}
      </Page>
    </>
  )
}
