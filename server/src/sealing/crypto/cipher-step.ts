/**
 * How much a cipher is given at a time. It returns new memory for each call, and the allocator has this
 * much at hand: what is larger may be taken from the system anew each time, which doubles the cost.
 */
export const cipherStepBytes = 64 * 1024;
