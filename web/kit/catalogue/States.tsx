import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { PlayersIcon } from '../icons.tsx'
import { Progress } from '../Progress.tsx'
import { Skeleton, Skeletons } from '../Skeleton.tsx'
import { EmptyState, ErrorState } from '../States.tsx'
import { Stepper } from '../Stepper.tsx'
import { Tabs } from '../Tabs.tsx'
import styles from './Catalogue.module.css'

const steps = ['Details', 'Who may register', 'Questions', 'Fees', 'Instalments', 'Agreements', 'Review'].map(
  (label, index) => ({ key: label, label, done: index < 4 }),
)

export function States() {
  const [tab, setTab] = useState<'roster' | 'fees' | 'files'>('roster')
  const [step, setStep] = useState('Fees')
  return (
    <>
      <Stepper label="Create a registration" steps={steps} current={step} go={setStep} />
      <Tabs
        label="Team"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'roster', label: 'Roster', content: 'Fourteen players' },
          { value: 'fees', label: 'Fees and instalments', content: 'Nothing due' },
          { value: 'files', label: 'Files of the season', content: 'Two files' },
        ]}
      />
      <Progress label="Sending invitations" done={12} total={1250} cancel={() => undefined} />
      <Progress label="Reading the file" done={340} />
      <div className={styles.fields}>
        <Card>
          <EmptyState title="No players yet" hint="Players you add stand here." icon={<PlayersIcon size={32} />}>
            <Button kind="primary">Add players</Button>
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            title="Your players could not be loaded."
            hint="No connection."
            retryLabel="Try again"
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <Skeletons label="Loading players">
            <Skeleton width="60%" height="24px" />
            <Skeleton height="60px" />
            <Skeleton width="40px" height="40px" round />
          </Skeletons>
        </Card>
      </div>
    </>
  )
}
