import { z } from 'zod'
import { FUNCTION_IDS } from '~/areas/access/actor'
import { aBoolean, aNumber, anId, aText } from '~/http/calls/answers'

const aUxFunction = z.object({
  uxFunction: z.enum(FUNCTION_IDS),
  name: aText,
  domain: aText,
  domainType: aText,
  isDomain: aBoolean,
  routing: aText.nullable().describe('Where its page is; a function without one is in no menu.'),
  uxSortOrder: aNumber,
})

/** User of the specification, section 3. */
export const aUser = z
  .object({
    id: anId,
    userName: aText,
    role: aText,
    firstName: aText,
    lastName: aText,
    homepage: aText,
    queues: z.array(aText).describe('The queues of workflows that the user acts for.'),
    authorisations: z.array(
      z.object({
        uxFunction: aUxFunction,
        permissions: z.object({ add: aBoolean, update: aBoolean, delete: aBoolean }),
      }),
    ),
  })
  .meta({ id: 'User' })
