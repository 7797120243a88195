import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { type AnswerOf, ApiProblem, callOpen } from '../api.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { Screen } from '../shell/Screen.tsx'
import { sentenceOf } from '../problems/tell.ts'
import english from './texts.en.json'

type Receipt = AnswerOf<'GET /rest-api/privacy/receipt/{receiptId}'>

/** For anyone who has the number of an erasure, since their account may be gone by then. */
export default function ReceiptScreen() {
  const t = useTexts('privacy', english)
  const { receiptId = '' } = useParams()
  const [receipt, setReceipt] = useState<Receipt>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let shown = true
    callOpen('GET /rest-api/privacy/receipt/{receiptId}', { receiptId }).then(
      (answer) => shown && setReceipt(answer),
      (error: unknown) => shown && error instanceof ApiProblem && setProblem(error),
    )
    return () => {
      shown = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- read again on each retry
  }, [receiptId, tries])
  function again() {
    setProblem(undefined)
    setTries(tries + 1)
  }
  return (
    <Screen title={t('receiptTitle')} width="form">
      {problem?.code === 'not_found' ? (
        <EmptyState title={t('receiptNone')} hint={t('receiptNoneHint')} />
      ) : problem ? (
        <ErrorState title={sentenceOf(problem)} retryLabel={t('retry')} onRetry={again} />
      ) : receipt ? (
        <Said receipt={receipt} />
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="60px" />
        </Skeletons>
      )}
    </Screen>
  )
}

function Said({ receipt: { state, due, doneAt } }: { receipt: Receipt }) {
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
