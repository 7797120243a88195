import '@aws-amplify/ui-react/styles.css'
import { Authenticator } from '@aws-amplify/ui-react'
import { Hub, I18n } from 'aws-amplify/utils'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { faultText } from '../problems/faultText.ts'
import { readerLanguage, useTexts } from '../i18n.ts'
import { localPath } from '../paths.ts'
import { Logo } from '../shell/Logo.tsx'
import { countQueuedAnswers } from '../events/outbox/outbox.ts'
import { ErrorState } from '../kit/States.tsx'
import { configure } from './amplify.ts'
import './authenticator.css'
import { FactorLost } from './FactorLost.tsx'
import { prefetchGuesses } from './newPassword.ts'
import { OpenClub } from './OpenClub.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { createServices } from './services.ts'
import styles from './Session.module.css'
import english from './texts.en.json'
import { clearOtherUsers, notifySessionChange, signedInUser } from './tokens.ts'
import { useUserId } from './useUserId.ts'

// The product's wording instead of the library's.
I18n.putVocabulariesForLanguage('en', {
  Submit: english.setPassword,
  'Confirm Password': english.confirmPassword,
  'User already exists': english.accountExists,
  'Incorrect username or password.': english.wrongPassword,
  'Invalid code received for user': english.codeWrong,
})

/** Translations of the library's sentences, keyed by the English ones. */
const vocabularies = import.meta.glob<Record<string, string>>('./authenticator.*.json', { import: 'default' })
async function loadTranslations(): Promise<void> {
  const language = readerLanguage()
  I18n.setLanguage(language)
  const translations = await vocabularies[`./authenticator.${language}.json`]?.().catch(() => undefined)
  if (translations) I18n.putVocabulariesForLanguage(language, translations)
}

/**
 * Sign-in, sign-up, confirmation by code and forgotten password. Redirects users who are already signed in to where
 * they were going.
 */
export default function LoginScreen() {
  const t = useTexts('session', english)
  const userId = useUserId()
  const [search] = useSearchParams()
  useEffect(() => {
    document.title = `${t('signIn')} · Touchline`
  }, [t])
  const isNew = search.get('create') === 'true'
  if (userId) return <Navigate to={localPath(search.get('redirectUri'), location.origin)} replace />
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Logo />
        <h1>Touchline</h1>
        <p>{t('tagline')}</p>
      </div>
      <SessionEndNotice />
      <div onFocusCapture={({ target }) => prepareForm(target.closest('form'))}>
        <PoolConfigured>
          <SignIn isNew={isNew} />
        </PoolConfigured>
      </div>
    </main>
  )
}

/** Prepares a form of the library when it first gets focus; the library has no option for that. */
function prepareForm(form: HTMLFormElement | null): void {
  // Turn off the browser's validation messages in favour of our own.
  form?.setAttribute('novalidate', '')
  if (form?.querySelector('[autocomplete="new-password"]')) prefetchGuesses()
}

/** Explains that the session expired (also after a reload) and that queued answers are kept. */
function SessionEndNotice() {
  const t = useTexts('session', english)
  const state: unknown = useLocation().state
  const [count] = useState(countQueuedAnswers)
  if (count > 0) return <p className={styles.waiting}>{t('answersWait', { count })}</p>
  const isEnded = typeof state === 'object' && state !== null && 'ended' in state && state.ended === true
  return isEnded && <p className={styles.waiting}>{t('sessionEnded')}</p>
}

/** Renders its children once the user pool is configured. */
function PoolConfigured({ children }: { children: ReactNode }) {
  const t = useTexts('session', english)
  const [state, setState] = useState<'asking' | 'ready' | 'failed'>('asking')
  useEffect(() => {
    if (state !== 'asking') return
    let isMounted = true
    function onReady() {
      setState('ready')
      // Stored tokens can be found only once the user pool is known: a device may have tokens but not that.
      if (signedInUser() !== undefined) notifySessionChange()
    }
    Promise.all([configure(), loadTranslations()]).then(
      () => isMounted && onReady(),
      () => isMounted && setState('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [state])
  if (state === 'ready') return children
  if (state === 'failed') {
    return (
      <ErrorState
        title={t('cannotStart')}
        hint={t('cannotStartHint')}
        retryLabel={t('retry')}
        onRetry={() => setState('asking')}
      />
    )
  }
  return (
    <p role="status" className={styles.wait}>
      {t('loading')}
    </p>
  )
}

function onSignedIn(): void {
  lastChange.email = undefined
  delete lastChange.typedEmail
  const userId = signedInUser()
  if (userId) clearOtherUsers(userId)
  notifySessionChange()
}

function SignIn({ isNew }: { isNew: boolean }) {
  const t = useTexts('session', english)
  useEffect(() => Hub.listen('auth', ({ payload }) => payload.event === 'signedIn' && onSignedIn()), [])
  const [services] = useState(() =>
    createServices({ fault: faultText, label: (field) => t(field), noMoreToday: t('noMoreCodes') }, (kind, email) =>
      Object.assign(lastChange, { kind, email }),
    ),
  )
  // The library requires an order. Placeholders that repeat the label are noise on a small screen.
  const field = (label: string, order: number, autocomplete?: string) => ({
    label,
    order,
    placeholder: '',
    // Missing values get our own message instead of the browser's.
    isRequired: false,
    ...(autocomplete && { autocomplete }),
  })
  // The labels of the show-password button are not in the library's vocabulary.
  const passwordField = (label: string, order: number, autocomplete: string) => ({
    ...field(label, order, autocomplete),
    showPasswordButtonLabel: t('showPassword'),
    passwordIsHiddenLabel: t('passwordHidden'),
    passwordIsShownLabel: t('passwordShown'),
  })
  const username = field(t('email'), 3, 'username')
  const code = field(t('code'), 1, 'one-time-code')
  return (
    <Authenticator
      initialState={isNew ? 'signUp' : 'signIn'}
      components={{
        SignIn: { Header: ContinueHeader, Footer: Alternatives },
        SignUp: { FormFields: SignUpFields },
        ConfirmSignUp: { Header: CodeHeader },
        ForgotPassword: { Header: ForgotHeader },
        ConfirmResetPassword: { Header: ResetHeader },
        ConfirmSignIn: { Header: FactorHeader, Footer: FactorLost },
        // Rendered with the form: if it came first, the form would push it down.
        ...(!isNew && { Footer: OpenClub }),
      }}
      services={services}
      loginMechanisms={['email']}
      signUpAttributes={['given_name', 'family_name']}
      formFields={{
        signIn: { username, password: passwordField(t('password'), 4, 'current-password') },
        signUp: {
          given_name: field(t('firstName'), 1, 'given-name'),
          family_name: field(t('lastName'), 2, 'family-name'),
          email: field(t('email'), 3, 'email'),
          password: passwordField(t('password'), 4, 'new-password'),
          confirm_password: passwordField(t('confirmPassword'), 5, 'new-password'),
        },
        confirmSignUp: { confirmation_code: code },
        confirmSignIn: { confirmation_code: code },
        forgotPassword: { username },
        confirmResetPassword: {
          confirmation_code: code,
          password: passwordField(t('newPassword'), 2, 'new-password'),
          confirm_password: passwordField(t('confirmPassword'), 3, 'new-password'),
        },
      }}
    />
  )
}

/** Shows the password rule up front. */
function SignUpFields() {
  const t = useTexts('session', english)
  return (
    <>
      <Authenticator.SignUp.FormFields />
      <p className={styles.rule}>{t('passwordRule')}</p>
    </>
  )
}

// The library's own headings skip a level.
const CodeHeader = () => <h2>{useTexts('session', english)('codeSent')}</h2>
const FactorHeader = () => <h2>{useTexts('session', english)('factorCode')}</h2>
const ResetHeader = () => <h2>{useTexts('session', english)('resetPassword')}</h2>

/** Prefills the address that was typed to sign in. */
function ForgotHeader() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = findUsernameField(element.current)
    if (field && field.value === '') field.value = lastChange.typedEmail ?? ''
  }, [])
  return (
    <div ref={element}>
      <ResetHeader />
    </div>
  )
}
const findUsernameField = (element: Element | null): HTMLInputElement | undefined => {
  const field = element?.closest('[data-amplify-authenticator]')?.querySelector('input[name="username"]')
  return field instanceof HTMLInputElement ? field : undefined
}

/** Alternatives to the password in the library's form: a passkey, or a forgotten password. */
const Alternatives = () => (
  <>
    <PasskeyButton findEmailField={findUsernameField} onSignedIn={onSignedIn} />
    <Authenticator.SignIn.Footer />
  </>
)

/** The user who has just changed their password or confirmed their address, until they sign in. */
const lastChange: { kind?: 'changed' | 'confirmed'; email?: string | undefined; typedEmail?: string } = {}

/** After a changed password or confirmed address: says so, and fills in the address. */
function ContinueHeader() {
  const marker = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const field = findUsernameField(marker.current)
    return () => {
      lastChange.typedEmail = field?.value ?? ''
    }
  }, [])
  return (
    <>
      <span ref={marker} hidden />
      <ChangeNotice />
    </>
  )
}

function ChangeNotice() {
  const t = useTexts('session', english)
  const element = useRef<HTMLParagraphElement>(null)
  const { kind, email } = lastChange
  useEffect(() => {
    // The library's inputs are uncontrolled and take no value as a prop.
    const field = findUsernameField(element.current)
    if (!email || !field) return
    field.value = email
    field.closest('form')?.querySelector<HTMLInputElement>('input[name="password"]')?.focus()
    return () => {
      lastChange.email = undefined
    }
  }, [email])
  if (!email) return null
  return (
    <p role="status" className={styles.changed} ref={element}>
      {t(kind === 'confirmed' ? 'addressConfirmed' : 'passwordChanged')}
    </p>
  )
}
