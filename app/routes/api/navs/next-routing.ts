import { z } from 'zod'
import { NAV_READERS } from '~/areas/navs/nav-base'
import { nextRouting } from '~/areas/navs/nav-view.server'
import { aBoolean, anEventClass, anId, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { DomainError } from '~/platform/values/domain-error'

/** Routing event of the specification, section 3. */
const aRoutingEvent = z
  .object({
    id: anId.describe('The routing id with which the step is taken.'),
    display: aText,
    style: anEventClass,
    dateToDisplayId: z
      .literal([1, 2, 3])
      .nullable()
      .describe('1 and 3 ask for documentReceptionDate, 2 for validationDate, 3 for reasonCode.'),
    commentRequired: aBoolean,
  })
  .meta({ id: 'RoutingEvent' })

const COLUMNS: RowColumns<z.output<typeof aRoutingEvent>> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  display: { kind: 'text', value: ({ display }) => display },
  style: { kind: 'text', value: ({ style }) => style },
  dateToDisplayId: {
    kind: 'number',
    value: ({ dateToDisplayId }) => (dateToDisplayId === null ? null : String(dateToDisplayId)),
  },
  commentRequired: { kind: 'boolean', value: ({ commentRequired }) => String(commentRequired) },
}

/** GET dashboard/nav/{id}/nextrouting: the steps that the caller may take now. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    tells:
      'The steps that the caller may take with the NAV now; refused where there are none, with the reason.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aRoutingEvent) },
    title: 'NAV Workflow Not Allowed',
    async answer({ read, actor }, args) {
      const { routing, withheld } = await nextRouting(read, actor, idOf(args.params.fundNavId, 'NAV'))
      const shown = routing.map(({ name, ...event }) => event)
      if (shown.length > 0) return rowsAnswer(args, shown, COLUMNS)
      throw new DomainError(
        'forbidden',
        withheld.map(({ reason }) => reason).join(' ') ||
          'No step is offered to you where this NAV is now. It is for members of the queue that it is in.',
      )
    },
  },
})
export const action = loader
