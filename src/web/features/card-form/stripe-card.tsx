import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiClient } from '../../../api/client.ts'
import { subscriptionsContracts } from '../../../api/subscriptions/contract.ts'
import { accountMessages } from '../../../rules/account-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useForm } from '../../../ui/form/form-context.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { useApi } from '../../data/session-context.tsx'
import styles from './card-form.module.css'
import { loadStripe, type Stripe, type StripeElement, type StripeElements } from './load-stripe.ts'
import type { CardHandle } from './use-card.ts'

/** Stripe's form in the page. */
interface OpenForm {
  readonly stripe: Stripe
  readonly elements: StripeElements
  readonly element: StripeElement
}

function appearanceOf(place: HTMLElement) {
  const { color, colorScheme } = getComputedStyle(place)
  const isDark =
    colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { theme: isDark ? 'night' : 'stripe', variables: { colorText: color, borderRadius: '10px' } }
}

/** Opens Stripe's form for a new card. Each setup intent takes one card. */
async function openForm(api: ApiClient, place: HTMLElement): Promise<OpenForm> {
  const [create, { client_secret, publishable_key }] = await Promise.all([
    loadStripe(),
    api.call(subscriptionsContracts.setup),
  ])
  const stripe = create(publishable_key)
  const elements = stripe.elements({ clientSecret: client_secret, appearance: appearanceOf(place) })
  return { stripe, elements, element: elements.create('payment', { layout: 'tabs' }) }
}

/** Confirms the entered card. Resolves to the token, or to Stripe's message. */
async function confirmCard({ stripe, elements }: OpenForm): Promise<{ token?: string; message?: string }> {
  const checked = await elements.submit()
  if (checked.error) return { message: checked.error.message }
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: window.location.href },
  })
  return error || !setupIntent ? { message: error?.message } : { token: setupIntent.id }
}

type Stage = 'loading' | 'ready' | 'failed'

/** The open form and what was made of its card. `refusal`: the server's error of the last card. */
function useOpenForm(refusal: string | null) {
  const api = useApi()
  const place = useRef<HTMLDivElement>(null)
  const open = useRef<OpenForm | null>(null)
  /** The token of the card in the open form, while it is sent and after another part of the form was refused. */
  const made = useRef<string | null>(null)
  /** Counts changes of the card, in all forms. */
  const changes = useRef(0)
  const takesFocus = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [stage, setStage] = useState<Stage>('loading')
  const [problem, setProblem] = useState<string | null>(null)
  const beginAnew = useCallback((focus: boolean) => {
    takesFocus.current = focus
    setAttempt((before) => before + 1)
  }, [])

  // A refused card has used up its intent: the form begins again, with the refusal below it. Submitting clears it, so that
  // each refusal is a change, also one with the same text.
  useEffect(() => {
    if (refusal !== null) beginAnew(true)
  }, [refusal, beginAnew])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a new form
  useEffect(() => {
    let ended = false
    made.current = null
    setStage('loading')
    const fail = () => !ended && setStage('failed')
    const onReady = (element: StripeElement) => {
      if (ended) return
      setStage('ready')
      if (takesFocus.current) element.focus()
      takesFocus.current = false
    }
    const onChange = () => {
      if (ended) return
      changes.current += 1
      setProblem(null)
      // The intent has taken the card from before the change; another card needs another one.
      if (made.current !== null) beginAnew(true)
    }
    const target = place.current
    if (target) {
      openForm(api, target).then((opened) => {
        if (ended) return
        open.current = opened
        opened.element.on('ready', () => onReady(opened.element))
        opened.element.on('loaderror', fail)
        opened.element.on('change', onChange)
        opened.element.mount(target)
      }, fail)
    }
    return () => {
      ended = true
      open.current?.element.destroy()
      open.current = null
    }
  }, [api, attempt])
  return { place, open, made, changes, stage, problem, setProblem, beginAnew }
}

/** Stripe's form for cards. The card is in Stripe's frame, and neither in this page nor in its requests. */
export function StripeCard({ card }: { card: CardHandle }) {
  const form = useForm()
  const refusal = form?.serverErrors.token ?? null
  const { place, open, made, changes, stage, problem, setProblem, beginAnew } = useOpenForm(refusal)

  useEffect(
    () =>
      card.provide(async () => {
        // The intent is confirmed already: another part of the form was refused.
        if (made.current !== null) return made.current
        const [opened, before] = [open.current, changes.current]
        if (!opened) return null
        const { token, message } = await confirmCard(opened)
        setProblem(token ? null : (message ?? accountMessages.card.notTaken))
        if (!token) return null
        // Changed while it was confirmed: the token is of a card that the form no longer shows.
        if (open.current !== opened || changes.current !== before) {
          beginAnew(false)
          return null
        }
        made.current = token
        return token
      }),
    [card, open, made, changes, setProblem, beginAnew],
  )

  useEffect(
    () =>
      form?.register({
        name: 'token',
        check: async () => stage === 'ready',
        focus: () => open.current?.element.focus(),
      }),
    [form?.register, stage, open],
  )

  return (
    <div>
      {stage === 'failed' && (
        <div className={styles.failed} role="alert">
          <p>{accountMessages.card.formFailed}</p>
          <Button onClick={() => beginAnew(false)}>Try again</Button>
        </div>
      )}
      {stage === 'loading' && <Spinner label="Loading the card form" />}
      <div ref={place} className={styles.provider} hidden={stage === 'failed'} />
      <p className={styles.problem} role="alert">
        {problem ?? refusal}
      </p>
    </div>
  )
}
