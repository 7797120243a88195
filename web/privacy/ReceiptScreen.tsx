import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { type AnswerOf, ApiProblem, callOpen } from '../api.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { Screen } from '../shell/Screen.tsx'
import { toSentence } from '../problems/showProblem.ts'
import english from './texts.en.json'

type Receipt = AnswerOf<'GET /rest-api/privacy/receipt/{receiptId}'>

/** For anyone who has the number of an erasure, since their account may be gone by then. */
export default function ReceiptScreen() {
  const t = useTexts('privacy', english)
  const { receiptId = '' } = useParams()
  const [receipt, setReceipt] = useState<Receipt>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isMounted = true
    callOpen('GET /rest-api/privacy/receipt/{receiptId}', { receiptId }).then(
      (answer) => isMounted && setReceipt(answer),
      (error: unknown) => isMounted && error instanceof ApiProblem && setProblem(error),
    )
    return () => {
      isMounted = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read again on each retry
  }, [receiptId, attempt])
  function retry() {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <Screen title={t('receiptTitle')} width="form">
      {problem?.code === 'not_found' ? (
        <EmptyState title={t('receiptNone')} hint={t('receiptNoneHint')} />
      ) : problem ? (
        <ErrorState title={toSentence(problem)} retryLabel={t('retry')} onRetry={retry} />
      ) : receipt ? (
        <ReceiptText receipt={receipt} />
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="60px" />
        </Skeletons>
      )}
    </Screen>
  )
}

function ReceiptText({ receipt: { state, due, doneAt } }: { receipt: Receipt }) {
  const t = useTexts('privacy', english)
  const zone = readerZone()
  const now = useNow()
  if (state === 'taken_back') return <p>{t('receiptTakenBack')}</p>
  if (state === 'wanted') {
    const when = dateTimeText(due, zone)
    return <p>{due < now ? t('receiptWaits', { when }) : t('receiptWanted', { when })}</p>
  }
  return <p>{t('receiptDone', { when: dateTimeText(doneAt ?? due, zone) })}</p>
}
