import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { type AccountName, accounts, demoPassword } from './accounts.ts'

/** `stored` is what a browser would keep in its storage, by name. */
export type Tokens = { access: string; id: string; stored: Record<string, string> }
type Config = { userPoolId: string; userPoolClientId: string; userPoolEndpoint: string }

let previousSignIn: Promise<unknown> = Promise.resolve()
const stored = new Map<string, string>()
const storage = {
  getItem: async (name: string) => stored.get(name) ?? null,
  setItem: async (name: string, value: string) => void stored.set(name, value),
  removeItem: async (name: string) => void stored.delete(name),
  clear: async () => stored.clear(),
}

/**
 * Makes the library forget the current person, since it only handles one at a time. They stay signed in wherever their
 * tokens are stored.
 */
export async function forgetPerson(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/config.json`)
  const { userPoolId, userPoolClientId, userPoolEndpoint } = (await answer.json()) as Config
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } })
  // Configuring it replaces its storage.
  cognitoUserPoolsTokenProvider.setKeyValueStorage(storage)
  stored.clear()
}

/** Signs a demo account in at a running local cloud, with the same library as in the browser. */
export function signInDemo(origin: string, name: AccountName): Promise<Tokens> {
  const signInPromise = previousSignIn.then(async () => {
    await forgetPerson(origin)
    await signIn({ username: accounts[name].email, password: demoPassword })
    const { tokens } = await fetchAuthSession()
    return { access: String(tokens?.accessToken), id: String(tokens?.idToken), stored: Object.fromEntries(stored) }
  })
  previousSignIn = signInPromise.catch(() => {})
  return signInPromise
}
