import { region } from '#infra/stages.ts'
import { outputOf } from './commands.ts'

/** The output of the `aws` command; undefined if it is not installed, or the credentials lack the permission. */
export async function aws<T>(...args: string[]): Promise<T | undefined> {
  const answer = await outputOf('aws', [...args, '--region', region, '--output', 'json'])
  return answer.trim() === '' ? undefined : (JSON.parse(answer) as T)
}
