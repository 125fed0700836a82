/**
 * Lets the app's role use what the connected owner makes: rows of its tables, numbers of its sequences, nothing else.
 * Concerns tables made from now on, so it goes before the first migration; migrations take rights away again from
 * tables to which rows are only ever added.
 * @param run sends one statement on the owner's connection
 */
export async function allowApp(
  run: (text: string, values: string[]) => PromiseLike<unknown>,
  role: string,
): Promise<void> {
  await run("select set_config('fundesk.app_role', $1, false)", [role])
  await run(
    `do $$ declare app text := current_setting('fundesk.app_role'); begin
      execute format('grant usage on schema public to %I', app);
      execute format('alter default privileges in schema public grant select, insert, update, delete on tables to %I', app);
      execute format('alter default privileges in schema public grant usage, select on sequences to %I', app);
    end $$`,
    [],
  )
}
