import { empty } from '../empty.ts'

const test = { livemode: false }

/** The default fields of the objects for what clubs buy from the platform. */
export const billingShapes: Readonly<Record<string, () => object>> = {
  coupon: () => ({
    ...test,
    ...empty('amount_off currency duration_in_months max_redemptions metadata name percent_off redeem_by'),
    times_redeemed: 0,
  }),
  customer: () => ({
    ...test,
    ...empty('default_source description email shipping'),
    balance: 0,
    invoice_settings: empty('custom_fields default_payment_method footer rendering_options'),
  }),
  invoice: () => ({
    ...test,
    ...empty(
      `account_country account_name account_tax_ids application automatically_finalizes_at billing_reason custom_fields
      customer customer_account customer_address customer_email customer_name customer_phone customer_shipping
      customer_tax_exempt default_payment_method default_source description due_date effective_at ending_balance footer
      from_invoice last_finalization_error latest_revision metadata next_payment_attempt number on_behalf_of parent
      receipt_number rendering shipping_cost shipping_details statement_descriptor status subtotal_excluding_tax
      test_clock total_discount_amounts total_excluding_tax total_pretax_credit_amounts total_taxes
      webhooks_delivered_at`,
    ),
    ...{ amount_overpaid: 0, amount_shipping: 0, attempt_count: 0, attempted: false, starting_balance: 0 },
    ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0 },
    automatic_tax: { enabled: false, ...empty('disabled_reason liability provider status') },
    collection_method: 'charge_automatically',
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    payment_settings: empty('default_mandate payment_method_options payment_method_types'),
    status_transitions: empty('finalized_at marked_uncollectible_at paid_at voided_at'),
  }),
  invoiceitem: () => ({
    ...test,
    ...empty('customer_account description discounts invoice metadata parent pricing tax_rates test_clock'),
    proration: false,
  }),
  line_item: () => ({
    ...test,
    ...empty(
      'description discount_amounts invoice parent pretax_credit_amounts pricing quantity quantity_decimal subscription taxes',
    ),
    discountable: true,
    discounts: [],
    metadata: {},
  }),
  price: () => ({
    ...test,
    ...empty(
      `custom_unit_amount lookup_key nickname recurring tax_behavior tiers_mode transform_quantity unit_amount
      unit_amount_decimal`,
    ),
    billing_scheme: 'per_unit',
  }),
  product: () => ({
    ...test,
    ...empty(
      'default_price description package_dimensions shippable statement_descriptor tax_code tax_details unit_label url',
    ),
    images: [],
    marketing_features: [],
    type: 'service',
  }),
  promotion_code: () => ({
    ...test,
    ...empty('customer customer_account expires_at max_redemptions metadata'),
    restrictions: { first_time_transaction: false, ...empty('minimum_amount minimum_amount_currency') },
  }),
  subscription: () => ({
    ...test,
    ...empty(
      `application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at canceled_at
      cancellation_details customer_account days_until_due default_payment_method default_source description ended_at
      latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection payment_settings
      pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock transfer_data trial_end
      trial_settings trial_start`,
    ),
    automatic_tax: { enabled: false, ...empty('disabled_reason liability') },
    billing_mode: { type: 'flexible', flexible: null },
    billing_schedules: [],
    invoice_settings: { issuer: { type: 'self' }, ...empty('account_tax_ids custom_fields description footer') },
  }),
  subscription_item: () => ({
    ...empty('billing_thresholds current_trial tax_rates'),
    discounts: [],
    metadata: {},
  }),
}
