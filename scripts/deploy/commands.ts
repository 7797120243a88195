import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

const root = join(import.meta.dirname, '../..')

/** An error that the user can fix: its message says how. */
export class UserError extends Error {}

/** The standard output of a command of the project, whatever its exit code. */
export async function outputOf(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  child.once('error', () => {})
  return text(child.stdout)
}

/** Runs a command of the project with its output shown. Throws a UserError if it fails. */
export function run(command: string, args: string[]): Promise<void> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, CDK_DISABLE_CLI_TELEMETRY: 'true' },
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new UserError(`"${command} ${args[0]}" failed: the reason is above. What is deployed keeps running.`)),
    )
  })
}
