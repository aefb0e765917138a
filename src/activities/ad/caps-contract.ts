/** Inputs and results of the activities that keep the methods of an ad. Plain JSON; workflows import these as types only. */
import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { CapsQuestion } from '../../domain/caps/caps-decision.ts';
import type { AdStatusInput, WriteReceipt } from '../activity-contract.ts';

export interface UpdateAdMethodsInput extends AdStatusInput, CapsQuestion {}

export interface MethodsReceipt extends WriteReceipt {
  methods: readonly ListedMethod[];
  /** What is out of the ad now. */
  withheld: readonly ListedMethod[];
}
