import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type AnswerOf, type ApiProblem, callOpen, type InputOf } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { readerLanguage } from '../i18n.ts'
import { newPart } from '../api/newPart.ts'

export type PayView = AnswerOf<'GET /rest-api/pay/{payId}'>
export type Outcome = AnswerOf<'POST /rest-api/pay/{payId}/back'>
type Wanted = Omit<InputOf<'POST /rest-api/pay/{payId}/start'>['body'], 'attempt' | 'language'>
type State = { view?: PayView; outcome?: Outcome; problem?: ApiProblem; busy: boolean }

/** The payment id in the URL: set by the provider's redirect, or `card` while a card is typed on this page. */
function returnedWith(): string | undefined {
  const query = new URLSearchParams(location.search)
  return query.get('card') ?? query.get('payment') ?? undefined
}

/**
 * Removes the id, so that a reload does not count as a return. Not to be called during render, which may be repeated before it
 * is committed.
 */
function forgetReturned(): void {
  if (new URLSearchParams(location.search).has('payment')) history.replaceState(history.state, '', location.pathname)
}

/** Removes the card payment, so that a reload does not show its fields again. */
function forgetCard(): void {
  if (new URLSearchParams(location.search).has('card')) history.replaceState(history.state, '', location.pathname)
}

/** Codes after which the current card payment is over and no card is charged for it. */
const endings: readonly string[] = ['payment_over', 'payments_off', 'not_found']

/**
 * One payment page per attempt: a retry after a lost response uses the same attempt id. Another choice (fees, method, whether
 * to save the card) makes a new attempt, which ends the previous one.
 */
function useAttempt() {
  const last = useRef<{ said: string; attempt: string; instead: boolean }>(undefined)
  return useMemo(
    () => ({
      named({ instead = false, ...choice }: Wanted) {
        const said = JSON.stringify(choice)
        if (last.current?.said !== said)
          last.current = { said, attempt: newPart('a'), instead: last.current !== undefined }
        return { ...choice, attempt: last.current.attempt, instead: instead || last.current.instead }
      },
      over() {
        last.current = undefined
      },
    }),
    [],
  )
}

/** What is due by a payment link, the outcome of a payment the user returns from, and starting one at the provider. */
export function usePayLink(payId: string) {
  const [state, setState] = useState<State>({ busy: true })
  const [first] = useState(returnedWith)
  const returned = useRef(first)
  const attempt = useAttempt()

  const shown = useRef(true)
  const change = useCallback((to: State | ((now: State) => State)) => {
    if (shown.current) setState(to)
  }, [])

  const read = useCallback(async () => {
    change((now) => ({ ...now, busy: true }))
    try {
      const outcome =
        returned.current === undefined
          ? undefined
          : await callOpen('POST /rest-api/pay/{payId}/back', { payId, body: { paymentId: returned.current } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      change({ view, ...(outcome && { outcome }), busy: false })
    } catch (problem) {
      change((now) => ({ ...now, problem: problem as ApiProblem, busy: false }))
    }
  }, [payId, change])
  useEffect(() => {
    shown.current = true
    forgetReturned()
    void read()
    return () => {
      shown.current = false
    }
  }, [read])

  useEffect(() => {
    // Restored from the back/forward cache, the page would still show that it is leaving for the provider.
    const shownAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      attempt.over()
      void read()
    }
    addEventListener('pageshow', shownAgain)
    return () => removeEventListener('pageshow', shownAgain)
  }, [read, attempt])

  async function pay(wanted: Wanted): Promise<void> {
    if (state.busy) return
    change(({ view }) => ({ ...(view && { view }), busy: true }))
    try {
      const language = readerLanguage() === 'es' ? ('es' as const) : ('en' as const)
      const body = { ...attempt.named(wanted), language }
      const { url } = await callOpen('POST /rest-api/pay/{payId}/start', { payId, body })
      location.assign(url)
    } catch (error) {
      const problem = error as ApiProblem
      // A refused attempt is over; one without a response is retried under the same id.
      if (!isRetryable(problem)) attempt.over()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      change({ ...(view && { view }), problem, busy: false })
    }
  }

  /**
   * Charges a card typed on this page; the outcome replaces the fields. If the payment is over, the fields close too, and the
   * user starts again from what is owed now.
   */
  async function charge(token: string): Promise<void> {
    const paymentId = returned.current
    if (paymentId === undefined) return
    change((now) => ({ ...now, busy: true }))
    try {
      const outcome = await callOpen('POST /rest-api/pay/{payId}/card', { payId, body: { paymentId, token } })
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId })
      forgetCard()
      change({ view, outcome, busy: false })
    } catch (error) {
      const problem = error as ApiProblem
      if (!endings.includes(problem.code)) return change((now) => ({ ...now, problem, busy: false }))
      returned.current = undefined
      forgetCard()
      const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => state.view)
      change({ ...(view && { view }), problem, busy: false })
    }
  }
  /** Leaves the card fields for the choice of fees. Nothing is charged; choosing again ends the payment. */
  function leaveCard(): void {
    returned.current = undefined
    forgetCard()
    change(({ view, outcome }) => ({
      ...(view && { view }),
      ...(outcome && { outcome: { ...outcome, card: null } }),
      busy: false,
    }))
  }
  /** Reads what is due again; keeps the previous state if that fails. */
  async function look(): Promise<void> {
    const view = await callOpen('GET /rest-api/pay/{payId}', { payId }).catch(() => undefined)
    if (view) change((now) => ({ ...now, view }))
  }
  const failed = (problem: unknown) => change((now) => ({ ...now, problem: problem as ApiProblem }))
  return { ...state, read, look, pay, charge, leaveCard, failed }
}
