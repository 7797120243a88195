import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth'
import { type AccountName, accounts, demoPassword } from './accounts.ts'

export type Tokens = { access: string; id: string }
type Config = { userPoolId: string; userPoolClientId: string; userPoolEndpoint: string }

let turn: Promise<unknown> = Promise.resolve()

/** Signs a demo account in at a running local cloud, by the same library as in the browser. It knows one person at a time. */
export function signInDemo(origin: string, name: AccountName): Promise<Tokens> {
  const asked = turn.then(async () => {
    const answer = await fetch(`${origin}/config.json`)
    const { userPoolId, userPoolClientId, userPoolEndpoint } = (await answer.json()) as Config
    Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } })
    await signOut().catch(() => {})
    await signIn({ username: accounts[name].email, password: demoPassword })
    const { tokens } = await fetchAuthSession()
    return { access: String(tokens?.accessToken), id: String(tokens?.idToken) }
  })
  turn = asked.catch(() => {})
  return asked
}
