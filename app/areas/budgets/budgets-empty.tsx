/** What a budget is and how to begin, where there is none. */
export function BudgetsEmpty({ mayAdd }: { mayAdd: boolean }) {
  return (
    <>
      <p>
        There is no budget yet. A budget says how much one entity may spend on one supplier in a period:
        invoices consume it, drafts under way are committed, and whoever approves a draft is warned before it
        is used up.
      </p>
      <p>
        {mayAdd
          ? 'Enter one with “New budget” above and submit it: it holds as soon as a team leader has approved it.'
          : 'Accountants enter budgets, and team leaders approve them.'}
      </p>
    </>
  )
}
