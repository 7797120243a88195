import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoPart } from '#scripts/demo/ids.ts'
import { signInDemo } from '#scripts/demo/signIn.ts'
import { newFolder } from '../fixtures/serving/folder.ts'

const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')

/** The script in README.md, *Programs*, verbatim. */
export function exampleInReadme(): string {
  const [, programs = ''] = readme.split('\n## Programs\n')
  const [script = ''] = /(?:^ {4}.*\n)+/m.exec(programs) ?? []
  return script.replaceAll(/^ {4}/gm, '')
}

/**
 * Runs the script in a shell for an administrator of the demo club, with a new token for those areas. Returns its output, and
 * what the app shows the same user for the same week. `curl` is redirected from the script's address to the cloud's.
 */
export async function runExample(origin: string, areas: readonly string[]) {
  const { access } = await signInDemo(origin, 'admin')
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const requestAs = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(origin + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const club = demoPart('o', 'Riverside Youth (Demo)')
  const tokenForm = { tokenId: 'README00000000000000', name: 'The README', areas, days: 30 }
  const { token } = await requestAs<{ token: string }>(`/rest-api/developers/tokens/${club}`, tokenForm)
  const home = newFolder()
  writeFileSync(join(home, '.curlrc'), `connect-to = "127.0.0.1:3000:${new URL(origin).host}"\n`)
  const env = { PATH: process.env.PATH, TZ: 'UTC', TOKEN: token, CURL_HOME: home, HOME: home }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', exampleInReadme()], { env })
  // Dates as printed by the shell, which runs in UTC here.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { teams } = await requestAs<{ teams: { id: string }[] }>(`/api/v1/orgOverview/${club}`)
  const { events } = await requestAs<{ events: { start: string; name: string }[] }>(
    `/api/v1/teamEventsByMonth/${teams[0]?.id}?start=${day(0)}&end=${day(7)}`,
  )
  return {
    said: stdout.trim().split('\n'),
    complained: stderr,
    seen: events.map(({ start, name }) => `${start} ${name}`),
  }
}
