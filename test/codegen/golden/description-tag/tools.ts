import { Tool, ToolRegistry } from 'toolwright';

/** A text of the shop's own, for its developers. @description @maxLength 40 */
type Label = string;

/** A parcel as the warehouse stores it. @description @additionalProperties false */
interface Parcel {
  /** The label, which the printer wraps. @description */
  readonly label: Label;
  /**
   * The weight as the scale shows it: see `Scale.read`.
   *
   * @description In grams
   * @minimum 1
   */
  readonly weight: number;
}

/** An order of parcels, for developers. @description What is sent. */
interface Order {
  readonly parcels: readonly Parcel[];
}

export class DescriptionTags extends ToolRegistry {
  /**
   * Sends parcels with the carrier of the day.
   *
   * @description Send parcels.
   */
  @Tool()
  send(order: Order): Parcel {
    return { label: '', weight: 1, ...order.parcels[0] };
  }

  /** Counts parcels, for developers. */
  @Tool({ description: 'Count parcels.' })
  count(label: Label): number {
    return label.length;
  }
}
