/** What a process is and how to begin, where there is none. */
export function ProcessesEmpty({ mayDefine }: { mayDefine: boolean }) {
  return (
    <>
      <p>
        There is no process yet. A process is what is done for an entity each time one of its events comes
        round, a month end for instance: its tasks appear here for the year ahead, each in the queue of its
        team with its due date.
      </p>
      <p>
        {mayDefine
          ? 'Define events, processes with their tasks, and the entities that run them under Administration, Lookups.'
          : 'Administrators define processes, and the entities that run them.'}
      </p>
    </>
  )
}
