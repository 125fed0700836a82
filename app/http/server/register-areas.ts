import { matrixChangeKind } from '~/areas/authorisation-matrix/entry-change.server'
import { accountChangeKind } from '~/areas/bank-accounts/request-account.server'
import { toleranceChangeKind } from '~/areas/navs/tolerances.server'
import { resetKind } from '~/areas/users/reset-access.server'
import { authorisationKind, newUserKind, userKind } from '~/areas/users/user-change-kinds.server'
import { definitionChangeKind } from '~/areas/workflows/request-definition.server'
import { registerChangeKinds } from '~/platform/approvals/pending-change-kinds.server'

/** Tells the engines, which know no area, what the areas bring. Whatever opens the site or its database calls it first. */
export function registerAreas(): void {
  registerChangeKinds({
    user: userKind,
    'new user': newUserKind,
    authorisation: authorisationKind,
    reset: resetKind,
    'authorisation rule': matrixChangeKind('authorisation rule'),
    signatory: matrixChangeKind('signatory'),
    'bank account': accountChangeKind,
    'rule tolerance': toleranceChangeKind,
    'workflow definition': definitionChangeKind,
  })
}
