import { region } from '#infra/stages.ts'
import { outputOf } from './commands.ts'

/** What the command aws answers; undefined where it is not at hand, or these credentials may not ask that. */
export async function aws<T>(...args: string[]): Promise<T | undefined> {
  const answer = await outputOf('aws', [...args, '--region', region, '--output', 'json'])
  return answer.trim() === '' ? undefined : (JSON.parse(answer) as T)
}
