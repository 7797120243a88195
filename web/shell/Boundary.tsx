import { Component, type ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { ErrorState } from '../kit/States.tsx'
import english from './texts.en.json'

/** Stands in for a screen that broke or did not load. React takes a class here and nothing else. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const t = useTexts('shell', english)
  return (
    <ErrorState
      title={t('brokenTitle')}
      hint={t('brokenHint')}
      retryLabel={t('reload')}
      onRetry={() => location.reload()}
    />
  )
}
