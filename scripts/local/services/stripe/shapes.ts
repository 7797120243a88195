import { billingShapes } from './billing/shapes.ts'
import { empty } from './empty.ts'

const emptyDetails = () => empty('address email name phone tax_id')
const test = { livemode: false }

/** The default fields of each kind of object: Stripe includes every field, even empty ones. */
const shapes: Readonly<Record<string, () => object>> = {
  ...billingShapes,
  account: () => ({}),
  application_fee: () => ({
    ...test,
    ...empty('balance_transaction fee_source originating_transaction'),
    application: 'ca_local',
    refunds: { object: 'list', data: [], has_more: false, url: '/v1/application_fees/refunds' },
  }),
  balance_transaction: () => ({ ...empty('description exchange_rate source'), balance_type: 'payments' }),
  charge: () => ({
    ...test,
    ...empty(
      `application application_fee application_fee_amount balance_transaction calculated_statement_descriptor customer
      description failure_balance_transaction failure_code failure_message fraud_details on_behalf_of outcome payment_intent
      payment_method payment_method_details receipt_email receipt_number receipt_url review shipping source source_transfer
      statement_descriptor statement_descriptor_suffix transfer_data transfer_group`,
    ),
    billing_details: emptyDetails(),
  }),
  'checkout.session': () => ({
    ...test,
    ...empty(
      `adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types amount_subtotal amount_total
      billing_address_collection cancel_url client_reference_id client_secret collected_information consent
      consent_collection currency currency_conversion customer customer_account customer_creation customer_details
      customer_email discounts integration_identifier invoice invoice_creation locale managed_payments metadata
      origin_context payment_intent payment_link payment_method_collection payment_method_configuration_details
      payment_method_options permissions recovered_from saved_payment_method_options setup_intent
      shipping_address_collection shipping_cost status submit_type subscription success_url total_details url
      wallet_options`,
    ),
    automatic_tax: { enabled: false, ...empty('liability provider status') },
    custom_fields: [],
    custom_text: empty('after_submit shipping_address submit terms_of_service_acceptance'),
    payment_method_types: ['card'],
    shipping_options: [],
    ui_mode: 'hosted_page',
  }),
  dispute: () => ({
    ...test,
    ...empty('intended_submission_method payment_intent'),
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {
      ...empty(
        `access_activity_log billing_address cancellation_policy cancellation_policy_disclosure cancellation_rebuttal
        customer_communication customer_email_address customer_name customer_purchase_ip customer_signature
        duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id product_description receipt
        refund_policy refund_policy_disclosure refund_refusal_explanation service_date service_documentation
        shipping_address shipping_carrier shipping_date shipping_documentation shipping_tracking_number
        uncategorized_file uncategorized_text`,
      ),
      enhanced_evidence: {},
    },
  }),
  event: () => ({ ...test }),
  payment_intent: () => ({
    ...test,
    ...empty(
      `allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at
      cancellation_reason client_secret customer customer_account description excluded_payment_method_types
      last_payment_error latest_charge managed_payments next_action on_behalf_of payment_method
      payment_method_configuration_details payment_method_options payment_record processing receipt_email review
      setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_group`,
    ),
    amount_capturable: 0,
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
  }),
  payment_method: () => ({ ...test, ...empty('customer customer_account metadata'), billing_details: emptyDetails() }),
  payout: () => ({
    ...test,
    ...empty(
      `application_fee application_fee_amount balance_transaction description destination failure_balance_transaction
      failure_code failure_message metadata original_payout payout_method reversed_by statement_descriptor trace_id`,
    ),
    method: 'standard',
    source_type: 'card',
    type: 'bank_account',
  }),
  refund: () =>
    empty(
      `balance_transaction charge customer customer_account metadata payment_intent payment_method reason receipt_number
      source_transfer_reversal status transfer_reversal`,
    ),
  setup_intent: () => ({
    ...test,
    ...empty(
      `allowed_payment_method_types application automatic_payment_methods cancellation_reason client_secret customer
      description excluded_payment_method_types last_setup_error latest_attempt mandate metadata next_action on_behalf_of
      payment_method payment_method_configuration_details payment_method_options single_use_mandate`,
    ),
    payment_method_types: ['card'],
    usage: 'off_session',
  }),
}

export function shapeOf(object: string): object {
  const shape = shapes[object]
  if (!shape) throw new Error(`The stand-in has no ${object}.`)
  return shape()
}
