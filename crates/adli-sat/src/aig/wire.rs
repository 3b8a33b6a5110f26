//! Wires: the gates of a circuit, with or without negation.

/// A gate or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Wire(u32);

impl Wire {
    pub(crate) const FALSE: Wire = Wire(0);
    pub(crate) const TRUE: Wire = Wire(1);

    pub(crate) fn constant(value: bool) -> Wire {
        Wire(u32::from(value))
    }

    pub(crate) fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its gate.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The gate with this number, not negated.
    pub(crate) fn of_gate(gate: usize) -> Wire {
        Wire((gate as u32) << 1)
    }

    pub(crate) fn negate_if(self, negate: bool) -> Wire {
        Wire(self.0 ^ u32::from(negate))
    }
}

impl std::ops::Not for Wire {
    type Output = Wire;
    fn not(self) -> Wire {
        Wire(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gate {
    /// The constant false; the first gate.
    False,
    /// An input.
    Input,
    /// Both wires; the first is the smaller.
    And(Wire, Wire),
}

/// The value of a wire among the values of gates, 64 at a time.
pub(crate) fn value(values: &[u64], wire: Wire) -> u64 {
    let value = values.get(wire.gate()).copied().unwrap_or(0);
    if wire.is_negated() { !value } else { value }
}

/// The value of a wire in one of 64 lanes.
pub(crate) fn holds(values: &[u64], wire: Wire, lane: u32) -> bool {
    value(values, wire) >> lane & 1 == 1
}
