import { NAV_READERS } from '~/domain/navs/nav-base'
import { nextRouting } from '~/domain/navs/nav-view.server'
import { DomainError } from '~/domain/values/domain-error'
import { calls } from '~/http/calls/call'
import { idOf } from '~/http/calls/values'

/** GET dashboard/nav/{id}/nextrouting: the steps that the caller may take now. */
export const loader = calls({
  GET: {
    may: [NAV_READERS],
    title: 'NAV Workflow Not Allowed',
    async answer({ read, actor }, { params }) {
      const { routing, withheld } = await nextRouting(read, actor, idOf(params.fundNavId, 'NAV'))
      if (routing.length > 0) return routing.map(({ name, ...shown }) => shown)
      throw new DomainError(
        'forbidden',
        withheld.map(({ reason }) => reason).join(' ') ||
          'No step is offered to you where this NAV is now. It is for members of the queue that it is in.',
      )
    },
  },
})
export const action = loader
